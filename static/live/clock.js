// Time on the page: the seconds that are left, and animations that go on where their elements are replaced.
"use strict";
companion.clock = (() => {
  const { live, all } = companion.page;
  const LAST = 10; // seconds that a TV counts down for all to see
  const LONG_AGO = 60_000; // ms after which every animation is over
  const root = document.documentElement;
  const shown = new Map(); // when each element's animation began, by its id
  const moving = new WeakSet(); // elements that were there then
  /** @type {HTMLElement | null} */
  let clock = null; // that counts down
  let ticking = 0;

  // Clocks of devices differ, so a page counts down from when it was sent the time that is left.
  function countDown() {
    const before = clock;
    clock = document.querySelector("[data-left]");
    if (clock && clock === before && !companion.page.is("tv")) return; // a TV keeps the element of another time
    clearInterval(ticking);
    delete root.dataset.last;
    if (!clock) return;
    const [counting, end] = [clock, performance.now() + 1000 * Number(clock.dataset.left)];
    const tick = () => show(counting, Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    tick();
    ticking = setInterval(tick, 250);
  }

  /** @param {HTMLElement} counting @param {number} left */
  function show(counting, left) {
    counting.textContent = String(left);
    if (left > LAST || counting.closest(".last-call")) return;
    root.dataset.last = String(left); // how style sheets show the last seconds
    root.style.setProperty("--last", String(left));
  }

  /**
   * New elements continue the animation of those that they replace.
   * @param {boolean} isOver whether what is new is shown as it ends
   */
  function resume(isOver) {
    const now = performance.now() - (isOver ? LONG_AGO : 0);
    for (const each of all("[data-once]")) {
      if (moving.has(each)) continue; // not replaced: its animation continues by itself
      moving.add(each);
      if (!shown.has(each.id)) shown.set(each.id, now);
      if (each.dataset.once) each.style.setProperty("--lasts", `${each.dataset.once}ms`);
      each.style.setProperty("--elapsed", `${shown.get(each.id) - performance.now()}ms`);
    }
  }

  function start() {
    if (!live()) return;
    countDown();
    resume(true); // what the page shows when it opens is not animated
  }

  document.addEventListener("DOMContentLoaded", start);
  return { countDown, resume };
})();
