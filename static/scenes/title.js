// The title card: the lamp goes on, the title lands in its light, and the pictures rise one after another.
"use strict";
(() => {
  const LIT = 250; // ms after which the lamp is on
  const LANDS = 350;
  const PICTURES = 900; // when the first picture begins to rise
  const STEP = 300; // between two pictures
  const glide = "cubic-bezier(.5, 0, .2, 1)";
  const land = "cubic-bezier(.2, 1.5, .4, 1)";

  const GONE = { opacity: 0 };
  const THERE = { opacity: 1 };

  function play(section) {
    const moved = (selector, frames, delay, duration, easing) =>
      Array.from(section.querySelectorAll(selector)).map((each, n) =>
        each.animate(frames, { delay: delay + n * STEP, duration, easing, fill: "backwards" }),
      );
    return {
      animations: [
        ...moved(".light", [GONE, THERE], LIT, 120, "linear"),
        ...moved(".lamp .bulb", [GONE, THERE], LIT, 60, "linear"),
        ...moved(".kicker, .corner", [GONE, THERE], LANDS, 200, "linear"),
        ...moved("h1", [{ transform: "translateY(-26rem) scale(1.1)", opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: "none", opacity: 1 }], LANDS, 520, land),
        ...moved(".lead", [{ transform: "translateY(1.6rem)", opacity: 0 }, { transform: "none", opacity: 1 }], 760, 260, glide),
        ...moved(".three li", [{ transform: "translateY(38rem)", opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }], PICTURES, 480, land),
      ],
      cues: [[LIT, "light"], ...[0, 1, 2].map((n) => [PICTURES + n * STEP, "rise"])],
    };
  }

  scenes.register("title", play);
})();
