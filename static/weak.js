// Finds out once, while the lobby stands, whether this TV can draw all that moves in time. One that cannot is marked as
// weak: its style sheet leaves out what nobody needs (css/tv/weak.css). It says nothing of it.
"use strict";
(() => {
  const WAIT = 2_000; // ms until the page has come to rest
  const FRAMES = 60;
  const LOST = 0.1; // of the frames; a TV that loses more is weak
  const SUMS = 200_000;
  const SLOW = 5; // ms that the sums take; a quick computer needs 1.5
  const KEY = "weak";

  let timer = 0;

  const mark = () => document.documentElement.classList.add(KEY);
  const isResting = () =>
    !document.hidden &&
    companion.page.live().dataset.phase === "lobby" &&
    !document.querySelector(".playing");

  /** The ms that the same sums take, where nothing comes between. */
  function timeOfSums() {
    const from = performance.now();
    let sum = 0;
    for (let n = 0; n < SUMS; n += 1) sum += Math.sqrt(n) % 7;
    return sum && performance.now() - from;
  }

  /**
   * Whether frames are lost: the quickest tell how often this screen is drawn.
   * @param {number[]} times
   */
  function losesFrames(times) {
    const apart = times.slice(1).map((time, before) => time - times[before]);
    const usual = [...apart].sort((one, other) => one - other)[Math.floor(apart.length / 10)];
    return times[times.length - 1] - times[0] > apart.length * usual * (1 + LOST);
  }

  function look() {
    /** @type {number[]} */
    const times = [];
    let quickest = Infinity;
    /** @param {number} time */
    const frame = (time) => {
      if (!isResting()) return;
      times.push(time);
      if (times.length % 10 === 0) quickest = Math.min(quickest, timeOfSums());
      if (times.length < FRAMES) requestAnimationFrame(frame);
      else keep(quickest > SLOW || losesFrames(times));
    };
    requestAnimationFrame(frame);
  }

  /** @param {boolean} isWeak */
  function keep(isWeak) {
    store.tab.write(KEY, isWeak);
    if (isWeak) mark();
  }

  function lookSoon() {
    if (store.tab.read(KEY) !== null) return;
    clearTimeout(timer);
    timer = setTimeout(() => isResting() && look(), WAIT);
  }

  function start() {
    if (store.tab.read(KEY)) mark();
    lookSoon();
    document.body.addEventListener("htmx:afterSwap", lookSoon);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
