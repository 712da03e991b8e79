// Vibrates a phone when its outcome appears: one long buzz for points, two short ones for a disqualified number.
// It follows the outcome's animation, so it happens once, not for what the page showed when it was opened, and
// not where the browser asks for reduced motion.
"use strict";
(() => {
  const SCORED = [120];
  const OUT = [40, 80, 40];

  // An animation that does not begin at its start continues one on a replaced element, which has vibrated.
  function told({ animationName, elapsedTime, target }) {
    if (animationName !== "come" || elapsedTime > 0 || !target.matches(".outcome")) return;
    if (!(navigator.userActivation?.hasBeenActive ?? true)) return; // browsers warn before the first tap
    if (target.matches(".scored")) navigator.vibrate(SCORED);
    else if (target.matches(".disqualified")) navigator.vibrate(OUT);
  }

  if (navigator.vibrate) document.addEventListener("animationstart", told);
})();
