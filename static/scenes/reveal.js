// Plays a reveal of numbers: all fall on their true places on a line, equal numbers bounce out of it, the others close up
// into ranks, and the dark takes the outermost two of them at a time, until what is left stands in the light.
"use strict";
(() => {
  const { all, by, read, timeline, fall, bounce, wake, tipped, tip, enter, speak, count, reward, cues } = window.scenes.numbers;
  const FLOOR = 55.5, SLANT = 8.2, OPEN = 70; // rem; degrees of the edge of the dark; rem from the middle when all are lit
  const GATES = [-9, 13, 20.5, 43]; // rem from the middle at the end, by how many score: as in the style sheet
  const TIP = 260, RISE = 500, CLOSED_UP = 200; // ms; the last: from when all have closed up to the first tick
  const LAND = "cubic-bezier(.2,1.5,.4,1)", STEP = "cubic-bezier(.15,.9,.25,1)", GLIDE = "cubic-bezier(.5,0,.2,1)";

  function* play(section) {
    const set = section.querySelector(".set");
    const when = read(set);
    const line = timeline(when);
    for (const each of all(set, ".rule, .ends")) line.vanish(each, when.shuffle);
    speak(set, when, line, when.shuffle);
    count(set, when, line);
    darken(set, when, line);
    if (when.scoring) light(set, when, line);
    yield* enter(set, (some, of) => act(some, when, line, of), () => reward(set, when, line, when.light));
    return { animations: line.animations, cues: cues(set, when, when.shuffle, sounds(when)) };
  }

  function act(actors, when, line, of) {
    const ends = tipped(actors);
    for (const each of actors) {
      if (each.classList.contains("out")) bounce(each, when, line, of, FLOOR, when.shuffle);
      else move(each, when, line, of, ends.get(each));
    }
  }

  function move(actor, when, line, of, end) {
    const at = read(actor);
    const size = at.width === when.width ? "" : ` scale(${(when.width / at.width).toFixed(3)})`;
    const slot = by(at.slot - at.x, at.floor - at.y, size);
    const fallen = fall(at, when, of, FLOOR);
    const frames = [...fallen, [when.shuffle, fallen[1][1], GLIDE], [when.ticks - CLOSED_UP, slot]];
    if (actor.classList.contains("middle")) {
      wake(actor, line, frames, slot, when.light);
      line.between(actor.querySelector(".early"), when.shuffle, when.light);
      return;
    }
    line.go(actor.querySelector(".puppet"), [...frames, [when.light, slot, GLIDE], [when.light + RISE, by(0, 0)]]);
    const leaves = at.side ? when.ticks + at.tick * when.each : when.light;
    tip(actor, line, leaves, TIP, end);
    const digits = actor.querySelector(".digits");
    if (digits) line.appear(digits, digits.classList.contains("afterwards") ? leaves + 100 : when.shuffle, 160);
  }

  // A step for each pair, then as far as the light reaches; where nobody scores, over everything.
  function darken(set, when, line) {
    const half = when.scoring > 1 ? when.scoring / 2 : 0.5;
    const steps = Array.from({ length: when.pairs }, (_, pair) => Math.max((when.pairs - pair - 1 + half) * when.pitch - 7, 5));
    for (const [name, side] of [["low", -1], ["high", 1]]) {
      const edge = (x) => by(side * x, 0, ` skewX(${side * SLANT}deg)`);
      const frames = [[when.ticks, edge(OPEN), STEP]];
      steps.forEach((x, pair) => {
        const begins = when.ticks + pair * when.each;
        frames.push([begins + Math.min(200, when.each * 0.8), edge(x)], [begins + when.each, edge(x), STEP]);
      });
      const last = steps.length ? steps[steps.length - 1] : OPEN;
      frames.push([when.light, edge(last), LAND], [when.light + 300, edge(GATES[Math.min(3, when.scoring)])]);
      line.go(set.querySelector(`.shade.${name}`), frames);
    }
  }

  function light(set, when, line) {
    const off = { opacity: 0, transform: "scaleX(.8)" }, on = { opacity: 1, transform: "none" };
    line.go(set.querySelector(".beam"), [[when.light - 60, off, LAND], [when.light + 260, on]]);
  }

  function sounds(when) {
    const ticks = Array.from({ length: when.pairs }, (_, pair) => [when.ticks + pair * when.each, `tick:${pair + 1}`]);
    return [[when.shuffle, "brush"], ...ticks, [when.light, when.scoring ? "light" : "dark"]];
  }

  window.scenes.register("reveal", play);
})();
