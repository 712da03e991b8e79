// For browsers of any age, so written as of 2009. In one that is too old for the other scripts and the style sheets,
// none of the other scripts begins, and a plain sheet replaces theirs: what is left is the page as it works without
// scripts. A TV gets a page of its own. A page that follows a room is loaded again and again, but not while somebody
// types.
(function () {
  "use strict";
  var AGAIN = 5000; // ms
  var script = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-old]"));
  var isOld = !isFit();

  // Chromium has known all of these from 79 on, Safari from 14, Firefox from 78.
  function isFit() {
    var styles = window.CSS && CSS.supports && CSS.supports("width", "min(1px, 2px)");
    return styles && "noModule" in script && window.EventSource && Element.prototype.animate;
  }

  /** @param {Event} event */
  function start(event) {
    var plain = script.getAttribute("data-plain");
    if (!isOld) return;
    event.stopImmediatePropagation(); // the other scripts begin when they hear of it
    if (plain) {
      location.replace(plain);
      return;
    }
    dress();
    if (!document.getElementById("live")) return;
    say();
    setInterval(renew, AGAIN);
  }

  function dress() {
    /** @type {NodeListOf<HTMLLinkElement>} */
    var sheets = document.querySelectorAll("link[rel=stylesheet]");
    var carried = document.querySelector("style"); // by the page
    document.documentElement.className += " old";
    sheets[0].href = script.getAttribute("data-sheet") || "";
    for (var place = 1; place < sheets.length; place += 1) remove(sheets[place]);
    if (carried) remove(carried);
  }

  /** @param {Element} element */
  function remove(element) {
    if (element.parentNode) element.parentNode.removeChild(element);
  }

  function say() {
    var note = document.createElement("p");
    note.className = "dim";
    note.setAttribute("role", "status");
    note.appendChild(document.createTextNode(script.getAttribute("data-old") || ""));
    document.body.appendChild(note);
  }

  // By its address, as what a form was answered with would be sent again.
  function renew() {
    /** @type {NodeListOf<HTMLInputElement>} */
    var fields = document.querySelectorAll("input[type=text], select, textarea");
    for (var place = 0; place < fields.length; place += 1) {
      if (isInUse(fields[place])) return;
    }
    location.replace(location.pathname + location.search);
  }

  /** @param {HTMLInputElement} field */
  function isInUse(field) {
    var isTyped = field.type === "text" && field.value !== "";
    return field.getClientRects().length > 0 && (isTyped || field === document.activeElement);
  }

  // A script that cannot be read is no accident of the network.
  window.addEventListener("error", function (event) {
    if (/SyntaxError/.test(event.message)) isOld = true;
  });
  document.addEventListener("DOMContentLoaded", start);
})();
