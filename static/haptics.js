// Vibrates a phone when its verdict appears: one long buzz for points, two short ones for a number that somebody else
// had too. Not for what the page showed when it was opened, and not where the browser asks for reduced motion.
"use strict";
(() => {
  const SCORED = [120];
  const OUT = [40, 80, 40];

  function told({ detail: { outcome } }) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // browsers warn before the first tap
    if (outcome.matches(".scored")) navigator.vibrate(SCORED);
    else if (outcome.matches(".disqualified")) navigator.vibrate(OUT);
  }

  if (navigator.vibrate) document.addEventListener("phone:told", told);
})();
