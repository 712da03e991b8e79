// When a phone tells the end of a game: the page of who won goes dark around the lamp, and the phone vibrates, a fanfare
// for who won, one long sigh for all others. That happens once, not for what the page showed when it was opened, and not
// where the browser asks for reduced motion.
"use strict";
(() => {
  const WON = [90, 60, 90, 60, 90, 120, 600];
  const SHARED = [90, 60, 90, 120, 400];
  const LOST = [400];
  const known = new Set(); // ends by their keys

  const ending = () => document.querySelector("#live .ending[data-kind]");
  const isHeld = () => "hold" in document.getElementById("live").dataset; // the TV has not told it yet

  function told(event) {
    const shown = isHeld() ? null : ending();
    document.documentElement.classList.toggle("crowned", Boolean(shown) && shown.dataset.kind === "won");
    if (!shown || known.has(shown.dataset.key)) return;
    known.add(shown.dataset.key);
    if (event && !(event.detail && event.detail.late) && mayVibrate()) navigator.vibrate(pattern(shown.dataset.kind));
  }

  function pattern(kind) {
    if (kind === "won") return WON;
    return kind === "shared" ? SHARED : LOST;
  }

  // Browsers warn before the first tap.
  function mayVibrate() {
    const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    return navigator.vibrate && touched && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  function start() {
    if (ending()) known.add(ending().dataset.key);
    told();
    document.addEventListener("told", told); // by live.js
    document.body.addEventListener("htmx:afterSwap", told);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
