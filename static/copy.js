// Copies a link; plain http has no clipboard API, so the old command copies.
"use strict";
(() => {
  /** @param {HTMLElement} button */
  function copy(button) {
    const field = document.createElement("textarea");
    field.value = button.dataset.copy || "";
    field.readOnly = true; // no keyboard
    button.after(field);
    field.select();
    if (document.execCommand("copy")) button.textContent = button.dataset.copied || "";
    field.remove();
    button.focus();
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of companion.page.all("[data-copy]")) {
      button.hidden = false;
      button.addEventListener("click", () => copy(button));
    }
  });
})();
