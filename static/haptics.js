// Vibrates a phone when its outcome is told: one long buzz for points, two short ones for a disqualified number.
// It happens once, not for what the page showed when it was opened or came back, and not where the browser asks
// for reduced motion.
"use strict";
(() => {
  const SCORED = [120];
  const OUT = [40, 80, 40];
  const known = new Set(); // outcomes by their ids

  // live.js tells when the page shows what was held back, or that nothing was.
  function told(event) {
    const outcome = document.querySelector("#live .outcome");
    if (!outcome || known.has(outcome.id)) return;
    known.add(outcome.id);
    if (!event.detail.late && mayBuzz()) buzz(outcome);
  }

  function buzz(outcome) {
    if (outcome.matches(".scored")) navigator.vibrate(SCORED);
    else if (outcome.matches(".disqualified")) navigator.vibrate(OUT);
  }

  // Browsers warn before the first tap.
  function mayBuzz() {
    const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    return touched && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  if (navigator.vibrate) document.addEventListener("told", told);
})();
