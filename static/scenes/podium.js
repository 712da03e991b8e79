// The podium of a game and of the evening: the side steps rise, the middle one higher; who won drops in, the lamp goes
// on, the name is there, and the ribbon unrolls.
"use strict";
(() => {
  const GLIDE = "cubic-bezier(.5, 0, .2, 1)";
  const LAND = "cubic-bezier(.2, 1.5, .4, 1)";
  const STEP = "cubic-bezier(.15, .9, .25, 1)";
  const DROP = "cubic-bezier(.5, 0, .9, .6)";
  const LATER = 90; // ms between winners who share the step
  const LIT = 1_900;
  const FROM_BELOW = [{ transform: "translateY(100%)" }, { transform: "none" }];
  const APPEAR = [{ opacity: 0 }, { opacity: 1 }];
  const ENTER = [
    { transform: "translateY(-46rem)", easing: DROP },
    { transform: "none", offset: 0.6 },
    { transform: "translateY(-6%) scale(.97, 1.03)", offset: 0.72 },
    { transform: "scale(1.06, .93)", offset: 0.86 },
    { transform: "none" },
  ];

  function play(section) {
    const animations = [];
    const move = (selector, frames, delay, duration, easing = "linear", later = 0) =>
      Array.from(section.querySelectorAll(selector)).forEach((each, place) => {
        animations.push(each.animate(frames, { delay: delay + place * later, duration, easing, fill: "backwards" }));
      });
    move(".low, .high", FROM_BELOW, 200, 600, GLIDE);
    move(".mid", FROM_BELOW, 900, 700, LAND);
    const winners = section.querySelectorAll(".mid .guest").length;
    move(".mid .guest", ENTER, 1_400, 750, "linear", Math.min(LATER, 400 / Math.max(winners, 1)));
    move(".mid .guest", APPEAR, 1_400, 20);
    move(".beam", [{ opacity: 0, transform: "scaleX(.8)" }, { opacity: 1, transform: "none" }], LIT, 300, STEP);
    move(".award h1, .sharers, .mid .names, .latest", APPEAR, 2_100, 200);
    move(".prize", [{ opacity: 0, transform: "scaleX(.1)" }, { opacity: 1, transform: "none" }], 2_300, 450, LAND);
    move(".because", APPEAR, 2_800, 400);
    return { animations, cues: [[0, "roll"], [900, "rise"], [1_850, "drum"], [LIT, "fanfare"]] };
  }

  scenes.register("final", play);
  scenes.register("evening", play);
})();
