// A title that stops the room: the lamp goes off, the words are there, and the tied stand where they stand.
"use strict";
(() => {
  const LAND = "cubic-bezier(.2, 1.5, .4, 1)";
  const GLIDE = "cubic-bezier(.5, 0, .2, 1)";

  scenes.register("halt", (section) => {
    const move = (selector, frames, delay, duration, easing) =>
      Array.from(section.querySelectorAll(selector), (each) => each.animate(frames, { delay, duration, easing, fill: "backwards" }));
    const animations = [
      ...move("h1", [{ opacity: 0, transform: "scale(1.12)" }, { opacity: 1, transform: "none" }], 150, 350, LAND),
      ...move(".lead", [{ opacity: 0 }, { opacity: 1 }], 600, 250, "linear"),
      ...move(".steps3 > div", [{ transform: "translateY(110%)" }, { transform: "none" }], 250, 450, GLIDE),
    ];
    return { animations, cues: [[0, "dark"], [250, "drum"]] };
  });
})();
