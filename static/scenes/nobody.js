// The end of a game that was thrown away: the lamp goes off, and all fall over, one after another.
"use strict";
(() => {
  const DROP = "cubic-bezier(.5, 0, .9, .6)";

  scenes.register("nobody", (section) => {
    const all = (selector) => Array.from(section.querySelectorAll(selector));
    const fade = (each, delay) => each.animate([{ opacity: 0 }, { opacity: 1 }], { delay, duration: 200, fill: "backwards" });
    const topple = (each, turn) =>
      each.animate([{ transform: "none" }, { transform: getComputedStyle(each).transform }], { delay: 500 + 110 * turn, duration: 300, easing: DROP, fill: "backwards" });
    const animations = [
      ...all("h1").map((each) => fade(each, 700)),
      ...all(".lead").map((each) => fade(each, 1500)),
      ...all(".lies").map(topple),
    ];
    return { animations, cues: [[0, "dark"], [800, "thud"]] };
  });
})();
