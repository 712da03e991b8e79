// Keeps the keyboard focus in place: where an update removes or hides the focused element, the heading of the
// new content gets the focus instead of the top of the page.
"use strict";
(() => {
  let had = false;

  const isLost = () => document.activeElement === document.body || !isShown(document.activeElement);
  const isShown = (each) => (each.checkVisibility ? each.checkVisibility() : each.getClientRects().length > 0);

  function beforeSwap() {
    had = document.activeElement !== document.body;
  }

  function afterSettle() {
    const heading = [...document.querySelectorAll("#live h1, #live h2")].find(isShown);
    if (!had || !heading || !isLost()) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:beforeSwap", beforeSwap);
  document.addEventListener("htmx:afterSettle", afterSettle);
})();
