// Keeps the focus on the page: where an update takes away or hides what had it, the heading of what is there
// now gets it, so that whoever uses keys goes on from there and not from the top of the page.
"use strict";
(() => {
  let had = false;

  const isLost = () => document.activeElement === document.body || !document.activeElement.checkVisibility();

  function beforeSwap() {
    had = document.activeElement !== document.body;
  }

  function afterSettle() {
    const heading = document.querySelector("#live h1");
    if (!had || !heading || !isLost()) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:beforeSwap", beforeSwap);
  document.addEventListener("htmx:afterSettle", afterSettle);
})();
