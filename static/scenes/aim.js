// Plays a reveal of numbers that aim at their mean: the lamp stops over the target, and its light opens until it touches
// somebody. Who is touched hops onto the podium.
"use strict";
(() => {
  const { by, read, timeline, fall, bounce, wake, tipped, tip, enter, speak, count, reward, cues } = window.scenes.numbers;
  const { seek, open, HOP, MIDDLE } = window.scenes.lamp;
  const FLOOR = 51.5; // rem
  const GLIDES = 700; // ms of the last way of the lamp
  const GLIDE = "cubic-bezier(.5,0,.2,1)";

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

  // The lamp goes to the mean first, where that is not the target.
  function search(set, when, line) {
    const way = [[when.slide, MIDDLE]];
    if (when.aim > when.slide) way.push([when.slide + GLIDES, when.mean], [when.aim, when.mean]);
    seek(set, when, line, way);
    line.appear(set.querySelector(".flag"), when.slide + GLIDES);
  }

  window.scenes.register("aim", play);
})();
