// For browsers of any age, so written as of 2009. One that is too old for the other scripts and the style sheets is
// told so: a TV gets a plain page, and any other page that follows a room reloads while nobody types.
(function () {
  "use strict";
  var AGAIN = 5000; // ms
  var script = document.querySelector("script[data-old]");
  var told = false;

  // Chromium has known all of these from 79 on, Safari from 14, Firefox from 78.
  function isFit() {
    var styles = window.CSS && CSS.supports && CSS.supports("width", "min(1px, 2px)");
    return styles && "noModule" in script && window.EventSource && Element.prototype.animate;
  }

  function old() {
    var plain = script.getAttribute("data-plain");
    if (told) return;
    told = true;
    document.documentElement.className += " old";
    if (plain) location.replace(plain);
    else if (document.getElementById("live")) say();
  }

  function say() {
    var note = document.createElement("p");
    note.className = "old-note";
    note.setAttribute("role", "status");
    note.appendChild(document.createTextNode(script.getAttribute("data-old")));
    document.body.appendChild(note);
    setInterval(renew, AGAIN);
  }

  function renew() {
    var fields = document.querySelectorAll("input[type=text]");
    for (var place = 0; place < fields.length; place += 1) {
      if (fields[place] === document.activeElement || fields[place].value) return;
    }
    location.reload();
  }

  function start() {
    if (!isFit()) old();
  }

  // A script that cannot be read is no accident of the network.
  window.addEventListener("error", function (event) {
    if (/SyntaxError/.test(event.message)) old();
  });
  document.addEventListener("DOMContentLoaded", start);
})();
