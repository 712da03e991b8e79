// The page of a round: what is chosen on a pad, or typed, shows beside what stood there. Without this script the
// chosen key shows it, and so does the page that comes next.
"use strict";
(() => {
  const CLOSING = 180; // ms after which the pad closes

  function mark(row, text) {
    const [was, { stood }] = [row.querySelector(".was"), row.dataset];
    row.classList.toggle("changed", text !== stood);
    was.innerHTML = text === stood ? "" : "<s></s> →";
    if (text !== stood) was.firstChild.textContent = stood;
  }

  document.addEventListener("input", ({ target }) => {
    const row = target.closest(".fix > li");
    if (!row) return;
    const { sign } = target.dataset;
    mark(row, target.type === "radio" ? sign : target.value.trim() || "–");
    if (target.type !== "radio") return;
    const copies = [...target.parentNode.querySelectorAll("span")].map((each) => each.cloneNode(true));
    for (const each of copies) if (each.matches("[aria-hidden]")) each.textContent = sign;
    row.querySelector(".shown").textContent = "";
    row.querySelector(".shown").append(...copies);
  });

  // A tap on a key closes its pad; arrow keys, which choose while they pass, leave it open: no finger clicked.
  document.addEventListener("click", ({ target, detail }) => {
    const pad = detail > 0 && target.type === "radio" && target.closest(".pick");
    if (!pad) return;
    setTimeout(() => {
      pad.open = false;
      pad.querySelector("summary").focus();
    }, CLOSING);
  });
})();
