// Plays a reveal of numbers that aim at their mean: the lamp runs along its rail, stops over the target, and its light
// opens to both sides until it touches somebody. Who is touched hops onto the podium.
"use strict";
(() => {
  const { all, by, read, timeline, fall, bounce, wake, tipped, tip, enter, speak, count, reward, cues } = window.scenes.numbers;
  const FLOOR = 51.5, MIDDLE = 64; // rem
  const BEAMS = [27, 27, 42, 58]; // rem, the width of the light by how many score: as in the style sheet
  const HOP = 250, GLIDES = 700; // ms from the touch until somebody hops; ms of the last way of the lamp
  const LAND = "cubic-bezier(.2,1.5,.4,1)", GLIDE = "cubic-bezier(.5,0,.2,1)";

  function* play(section) {
    const set = section.querySelector(".set");
    const when = read(set);
    const line = timeline(when);
    speak(set, when, line, when.slide);
    count(set, when, line);
    search(set, when, line);
    open(set, when, line);
    yield* enter(set, (some, of) => act(some, when, line, of), () => reward(set, when, line, when.touch + HOP));
    const sounds = [[when.slide, "hum"], [when.stop, "click"], [when.open, "open"], [when.touch, "light"]];
    return { animations: line.animations, cues: cues(set, when, when.slide, sounds) };
  }

  function act(actors, when, line, of) {
    const ends = tipped(actors);
    for (const each of actors) {
      if (each.classList.contains("out")) bounce(each, when, line, of, FLOOR, when.slide);
      else move(each, when, line, of, ends.get(each));
    }
  }

  function move(actor, when, line, of, end) {
    const at = read(actor);
    const frames = fall(at, when, of, at.floor);
    const stands = frames[1][1];
    if (actor.classList.contains("middle")) return wake(actor, line, frames, stands, when.touch + HOP);
    line.go(actor.querySelector(".puppet"), [...frames, [when.touch, stands, GLIDE], [when.touch + 400, by(0, 0)]]);
    tip(actor, line, when.touch + 60, 300, end);
  }

  // The lamp and its grey light go to the mean first, where that is not the target.
  function search(set, when, line) {
    const x = (place) => by(place - when.at, 0);
    const way = [[when.slide, x(MIDDLE), GLIDE]];
    if (when.aim > when.slide) way.push([when.slide + GLIDES, x(when.mean)], [when.aim, x(when.mean), GLIDE]);
    for (const each of all(set, ".hung")) line.go(each, [...way, [when.stop, x(when.at)]]);
    line.vanish(set.querySelector(".seek"), when.open - 60, 60);
    line.appear(set.querySelector(".flag"), when.slide + GLIDES);
    line.appear(set.querySelector(".mark"), when.stop);
  }

  // A thread of gold, then in steps of one rem to the closest, then over all who are touched.
  function open(set, when, line) {
    const width = (part, opacity = 1) => ({ opacity, transform: `scaleX(${part.toFixed(3)})` });
    const touching = Math.max(0.12, Math.min(1, (2 * when.reach) / BEAMS[Math.min(3, when.scoring)] + 0.1));
    line.go(set.querySelector(".beam:not(.seek)"), [
      [when.stop - 1, width(0.05, 0)],
      [when.stop, width(0.05)],
      [when.open, width(0.05), `steps(${Math.max(3, Math.round(when.reach))})`],
      [when.touch, width(touching)],
      [when.touch + HOP, width(touching), LAND],
      [when.touch + HOP + 400, width(1)],
    ]);
  }

  window.scenes.register("aim", play);
})();
