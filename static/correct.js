// The page of a round: what is chosen on a pad, or typed, shows beside what stood there. Without this script the
// chosen key shows it, and so does the page that comes next.
"use strict";
(function () {
  function mark(row, text, stood) {
    row.classList.toggle("changed", text !== stood);
    var was = row.querySelector(".was");
    was.textContent = "";
    if (text === stood) return;
    var old = document.createElement("s");
    old.textContent = stood;
    was.appendChild(old);
    was.appendChild(document.createTextNode(" →"));
  }
  document.addEventListener("input", function (event) {
    var field = event.target, row = field.closest && field.closest(".fix > li");
    if (!row) return;
    var stood = row.getAttribute("data-stood");
    if (field.type !== "radio") { mark(row, field.value.trim() || "–", stood); return; }
    var sign = field.getAttribute("data-sign"), shown = row.querySelector(".shown");
    mark(row, sign, stood);
    shown.textContent = "";
    Array.prototype.forEach.call(field.parentNode.querySelectorAll("span"), function (each) {
      var copy = each.cloneNode(true);
      if (copy.getAttribute("aria-hidden")) copy.textContent = sign;
      shown.appendChild(copy);
    });
  });
  // A tap on a key closes its pad; arrow keys, which choose while they pass, leave it open.
  document.addEventListener("click", function (event) {
    var label = event.target.closest && event.target.closest(".fixpad label");
    if (!label || event.target.tagName === "INPUT") return;
    var pad = label.closest("details");
    window.setTimeout(function () { pad.open = false; pad.querySelector("summary").focus(); }, 180);
  });
})();
