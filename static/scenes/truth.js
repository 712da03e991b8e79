// Plays the truth of a question: the guests stand where their numbers are, the lamp runs to their middle, and then a sign
// comes up where the truth is; a bar shows how far off the middle was.
"use strict";
(() => {
  const { all, by, read, timeline } = window.scenes.numbers;
  const GLIDE = "cubic-bezier(.5,0,.2,1)", LAND = "cubic-bezier(.2,1.5,.4,1)", DROP = "cubic-bezier(.5,0,.9,.6)";
  const MIDDLE = 64; // rem
  const FALLEN = 420, ALL_FALLEN = 800, LIT = 1700, COMES = 2300, MEASURED = 2800; // ms

  scenes.register("truth", (section) => {
    const set = section.querySelector(".set");
    const when = { ...read(set), pace: 1 };
    const line = timeline(when);
    const guesses = all(set, ".stands");
    guesses.forEach((each, turn) => {
      const begins = (turn * (ALL_FALLEN - FALLEN)) / guesses.length;
      line.go(each, [[begins, by(0, -60), DROP], [begins + FALLEN, by(0, 0)]]);
    });
    if ("at" in when) {
      line.go(set.querySelector(".hung"), [[ALL_FALLEN, by(MIDDLE - when.at, 0), GLIDE], [LIT - 100, by(0, 0)]]);
      line.appear(set.querySelector(".beam"), LIT, 60);
      line.appear(set.querySelector(".inbeam"), LIT, 60);
    }
    for (const each of all(set, ".pole i, .sign p")) {
      line.go(each, [[COMES, { opacity: 0, transform: "translateY(4rem)" }, LAND], [COMES + 400, { opacity: 1, transform: "none" }]]);
    }
    const bar = set.querySelector(".between i");
    if (bar) bar.style.transformOrigin = when.from > 0 ? "100% 50%" : "0 50%";
    line.go(bar, [[MEASURED, { transform: "scaleX(0)" }, GLIDE], [when.told, { transform: "none" }]]);
    line.between(set.querySelector(".saying"), LIT, when.told);
    for (const each of all(set, ".verdict")) line.appear(each, when.told, 150);
    return { animations: line.animations, cues: [[FALLEN, "drop"], [LIT, "light"], [COMES, "knock"], [when.told, "point"]] };
  });
})();
