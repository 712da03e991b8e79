// The lines that a host writes are kept in this browser, and stand there again the next evening.
"use strict";
(() => {
  const KEY = "questions";
  const lines = /** @type {HTMLTextAreaElement} */ (companion.page.find("lines"));

  function restore() {
    lines.value = lines.value || store.browser.read(KEY) || "";
    if (lines.value) lines.dispatchEvent(new Event("input", { bubbles: true })); // has them read
  }

  lines.addEventListener("input", () => store.browser.write(KEY, lines.value || null));
  document.addEventListener("DOMContentLoaded", restore);
})();
