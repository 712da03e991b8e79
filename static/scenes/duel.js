// The title of a showdown: the lamp goes off, and who is tied comes out of the dark.
"use strict";
(() => {
  const LAND = "cubic-bezier(.2, 1.5, .4, 1)";

  scenes.register("duel", (section) => {
    const move = (selector, frames, delay, duration, easing) =>
      Array.from(section.querySelectorAll(selector), (each) => each.animate(frames, { delay, duration, easing, fill: "backwards" }));
    const animations = [
      ...move("h1", [{ opacity: 0, transform: "scale(1.12)" }, { opacity: 1, transform: "none" }], 150, 350, LAND),
      ...move(".pool, .contenders", [{ opacity: 0 }, { opacity: 1 }], 350, 450, "linear"),
      ...move(".lead", [{ opacity: 0 }, { opacity: 1 }], 600, 250, "linear"),
    ];
    return { animations, cues: [[0, "dark"], [250, "drum"], [900, "drum"]] };
  });
})();
