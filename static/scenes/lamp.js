// The lamp that leaves its place: it runs along its rail, stops over what the numbers aim at, and its light opens to both
// sides until it touches somebody. No arithmetic on the screen.
"use strict";
(() => {
  const { all, by } = window.scenes.numbers;
  const MIDDLE = 64; // rem
  const BEAMS = [27, 27, 42, 58]; // rem, the width of the light by how many it falls on: as in the style sheet
  const THREAD = 0.05; // of that width
  const HOP = 250; // ms from the touch until somebody hops
  const LAND = "cubic-bezier(.2,1.5,.4,1)", GLIDE = "cubic-bezier(.5,0,.2,1)";

  // The lamp and its grey light go from place to place, given as [ms, rem], and in the end to where they stop.
  function seek(set, when, line, way) {
    const stops = [...way, [when.stop, when.at]].map(([at, place]) => [at, by(place - when.at, 0), GLIDE]);
    for (const each of all(set, ".hung")) line.go(each, stops);
    line.vanish(set.querySelector(".seek"), when.open - 60, 60);
    line.appear(set.querySelector(".mark"), when.stop);
  }

  // Where no number counts, there is nothing to light. Otherwise a thread of gold, then in steps of one rem to the closest, then over all who are touched. Where there are two places
  // to measure from, the thread is as wide as they are apart.
  function open(set, when, line) {
    const light = set.querySelector(".beam:not(.seek)");
    if (!set.querySelector(".mark")) return line.go(light, [[0, { opacity: 0 }]]);
    const beam = BEAMS[Math.min(3, when.scoring)];
    const width = (part, opacity = 1) => ({ opacity, transform: `scaleX(${part.toFixed(3)})` });
    const part = (rem) => Math.max(THREAD, Math.min(1, rem / beam));
    const thread = part(when.apart || 0);
    const touching = Math.max(thread, 0.12, part((when.apart || 0) + 2 * when.reach + 0.1 * beam));
    line.go(light, [
      [when.stop - 1, width(thread, 0)],
      [when.stop, width(thread)],
      [when.open, width(thread), `steps(${Math.max(3, Math.round(when.reach))})`],
      [when.touch, width(touching)],
      [when.touch + HOP, width(touching), LAND],
      ...(when.scoring ? [[when.touch + HOP + 400, width(1)]] : [[when.touch + HOP + 60, width(touching, 0)]]),
    ]);
  }

  window.scenes.lamp = { seek, open, HOP, MIDDLE };
})();
