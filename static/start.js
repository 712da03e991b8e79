// The start page and that of the decks: the button, the link to the rules and the kinds of a game follow the choice.
"use strict";
(() => {
  const { all, find } = companion.page;
  const form = find("start");

  function follow() {
    const chosen = /** @type {HTMLElement} */ (form.querySelector("[data-start]:checked"));
    const button = /** @type {HTMLElement} */ (form.querySelector(".press"));
    button.textContent = chosen.dataset.start || "";
    const rules = /** @type {HTMLAnchorElement | null} */ (document.getElementById("rules"));
    if (rules) rules.href = chosen.dataset.rules || "";
    for (const kinds of all(".kinds")) kinds.hidden = kinds.dataset.of !== chosen.dataset.of;
  }

  follow();
  form.addEventListener("change", follow);
  window.addEventListener("pageshow", follow); // the browser may have restored another choice
})();
