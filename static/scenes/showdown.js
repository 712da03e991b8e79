// Plays a round of a showdown: the tied fall on the line, the lamp looks at the lowest and the highest of them and stops
// over the middle, and its light opens until it touches the closest. The rest turn over, outwards.
"use strict";
(() => {
  const { all, by, read, timeline, fall, wake, tipped, tip, enter, speak, reward, cues } = window.scenes.numbers;
  const { seek, open, HOP, MIDDLE } = window.scenes.lamp;
  const FLIP = 450; // ms in which equal numbers turn over
  const FIRST = 60, LAST = 300, FAR = 60; // ms until the farthest falls, and the nearest after that; rem
  const GLIDE = "cubic-bezier(.5,0,.2,1)", ARC = "cubic-bezier(.2,.7,.5,1)", LAND = "cubic-bezier(.2,1.5,.4,1)";
  const METRONOME = 280; // ms between two ticks while the light opens: fewer than 4 a second

  function* play(section) {
    const set = section.querySelector(".set");
    const when = read(set);
    const line = timeline(when);
    speak(set, when, line, when.slide);
    search(set, when, line);
    open(set, when, line);
    tell(set, when, line);
    yield* enter(set, (some, of) => act(some, when, line, of), () => reward(set, when, line, when.touch + HOP));
    return { animations: line.animations, cues: cues(set, { ...when, scoring: 0 }, when.bounce + FLIP, sounds(when)) };
  }

  function sounds(when) {
    const ticks = [];
    for (let at = when.open; at < when.touch; at += METRONOME) ticks.push([at, `tick:${2 * ticks.length}`]);
    const found = when.scoring ? [[when.touch + HOP, "light"], [when.touch + HOP + 350, "thud"]] : [[when.touch + HOP, "dark"]];
    return [[when.slide, "hum"], [when.stop, "click"], ...ticks, ...found];
  }

  // Where the mean is only a part of what is aimed at, the lamp goes there first; else from end to end of the tied.
  function search(set, when, line) {
    const between = when.flagged
      ? [[when.highest, when.mean], [when.aim, when.mean]]
      : [[when.highest, when.lowest], [when.aim, when.peak]];
    seek(set, when, line, [[when.slide, MIDDLE], ...between]);
    line.appear(set.querySelector(".flag"), when.highest);
  }

  // Heading and desk change together: nothing is told before.
  function tell(set, when, line) {
    line.vanish(set.querySelector(".earlier"), when.told, 150);
    line.appear(set.querySelector(".later"), when.told, 150);
    all(set, ".voter").forEach((each, turn) => line.appear(each, 200 + Math.min(turn, 12) * 50));
  }

  function act(actors, when, line, of) {
    const ends = tipped(actors);
    for (const each of actors) move(each, when, line, of, ends.get(each));
  }

  function move(actor, when, line, of, end) {
    const at = read(actor);
    const frames = fall(at, when, of, at.floor);
    const stands = frames[1][1];
    if (actor.classList.contains("middle")) return wake(actor, line, frames, stands, when.touch + HOP);
    const puppet = actor.querySelector(".puppet");
    if (actor.classList.contains("out")) return flip(puppet, at, when, line, frames);
    const far = Math.min(1, Math.abs(at.true - when.at) / FAR);
    const leaves = when.touch + FIRST + LAST * (1 - far); // the nearest last
    line.go(puppet, [...frames, [leaves, stands, GLIDE], [leaves + 400, by(0, 0)]]);
    tip(actor, line, leaves, 300, end);
  }

  // Equal numbers hop, and land upside down side by side; when all is told they make room for the light.
  function flip(puppet, at, when, line, frames) {
    const x = at.true - at.x;
    const turned = (rem, turn) => by(x, rem, ` rotate(${turn}deg)`);
    const aside = by(at.slot - at.x, 0, ` rotate(${at.side * 180}deg)`);
    const [start, down] = frames;
    line.go(puppet, [
      [start[0], by(x, -4 - at.y, " rotate(0deg)"), start[2]],
      [down[0], turned(0, 0)],
      [when.bounce, turned(0, 0), ARC],
      [when.bounce + FLIP / 2, turned(-5, at.side * 110), LAND],
      [when.bounce + FLIP, aside],
      [when.touch + HOP, aside, GLIDE],
      [when.touch + HOP + 400, by(0, 0, ` rotate(${at.side * 180}deg)`)],
    ]);
  }

  window.scenes.register("showdown", play);
})();
