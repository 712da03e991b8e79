// The start page: the button and the link to the rules follow the chosen game.
"use strict";
(() => {
  const { find } = companion.page;
  const form = find("start");

  function follow() {
    const chosen = /** @type {HTMLElement} */ (form.querySelector("[name=game]:checked"));
    const button = /** @type {HTMLElement} */ (form.querySelector(".press"));
    button.textContent = chosen.dataset.start || "";
    /** @type {HTMLAnchorElement} */ (find("rules")).href = chosen.dataset.rules || "";
  }

  follow();
  form.addEventListener("change", follow);
  window.addEventListener("pageshow", follow); // the browser may have restored another choice
})();
