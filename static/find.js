// The page on which a TV asks for the code of a room: the arrow keys of a remote control go from key to key.
"use strict";
(() => {
  /** @type {Record<string, number[]>} */
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const BACK = ["Backspace", "GoBack", "BrowserBack", "XF86Back"]; // what remote controls call it
  const ASIDE = 3; // how much nearer a key in the same row or column counts
  const { find, all } = companion.page;
  const code = /** @type {HTMLInputElement} */ (document.getElementById("code"));
  const show = find("show");

  /** @param {Element} element */
  function middle(element) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  }

  /** @param {number[]} direction */
  function go([right, down]) {
    const [x, y] = middle(document.activeElement || code);
    const distance = (/** @type {Element} */ button) => {
      const [toX, toY] = middle(button).map((to, axis) => to - [x, y][axis]);
      const along = toX * right + toY * down;
      return along > 1 ? along + ASIDE * Math.abs(toX * down + toY * right) : Infinity;
    };
    const ranked = all("button").map((button) => ({ button, far: distance(button) }));
    const nearest = ranked.reduce((best, each) => (each.far < best.far ? each : best));
    if (nearest.far < Infinity) nearest.button.focus();
  }

  /** @param {string} text */
  function put(text) {
    code.value = text;
    find("typed").textContent = [...text].join(" "); // letter by letter for screen readers
  }

  /** @param {string} letter */
  function type(letter) {
    if (code.value.length < code.maxLength) put(code.value + letter);
    if (code.value.length === code.maxLength) show.focus();
  }

  function erase() {
    put(code.value.slice(0, -1));
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const typed = event.key.toUpperCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[event.key]) go(ARROWS[event.key]);
    else if (BACK.includes(event.key) && code.value) erase();
    else if (document.querySelector(`[data-key="${CSS.escape(typed)}"]`)) type(typed);
    else return;
    event.preventDefault();
  }

  document.documentElement.classList.add("keyed");
  code.readOnly = true; // a TV would cover the page with a keyboard of its own
  code.tabIndex = -1;
  document.addEventListener("keydown", press);
  for (const key of all("[data-key]")) {
    key.addEventListener("click", () => (key.dataset.key ? type(key.dataset.key) : erase()));
  }
  /** @type {HTMLElement} */ (document.querySelector(code.value ? '[data-key=""]' : "[data-key]")).focus();
})();
