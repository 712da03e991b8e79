// What a phone makes its player feel when a round is told: one long buzz for points, two short ones for a number
// that is out. It follows the animation with which the outcome comes: so it is felt once, together with what
// stands there, never for what was there when the page opened, and never where people want no motion.
"use strict";
(() => {
  const SCORED = [120];
  const OUT = [40, 80, 40];

  // An outcome that comes up later than at its start was told on the element before this one.
  function told({ animationName, elapsedTime, target }) {
    if (animationName !== "come" || elapsedTime > 0 || !target.matches(".outcome")) return;
    if (!(navigator.userActivation?.hasBeenActive ?? true)) return; // browsers complain where nobody has touched
    if (target.matches(".scored")) navigator.vibrate(SCORED);
    else if (target.matches(".disqualified")) navigator.vibrate(OUT);
  }

  if (navigator.vibrate) document.addEventListener("animationstart", told);
})();
