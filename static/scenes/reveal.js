// Plays a reveal of numbers: all fall on their true places on a line, equal numbers bounce out of it, the others
// close up into ranks, and the dark takes the outermost two of them at a time. When the section says so (data-), all
// that is left stands in the light. The style sheet has the end, and only transform and opacity move.
"use strict";
(() => {
  const FALL = 420, FALL_ALL = 900, TIP = 260, RISE = 500, FLY = 650; // ms; all other times come with the section
  const FLOOR = 55.5, SLANT = 8.2; // rem, degrees of the edge of the dark
  const DROP = "cubic-bezier(.5,0,.9,.6)", LAND = "cubic-bezier(.2,1.5,.4,1)";
  const STEP = "cubic-bezier(.15,.9,.25,1)", GLIDE = "cubic-bezier(.5,0,.2,1)", ARC = "cubic-bezier(.2,.7,.5,1)";

  const all = (at, selector) => Array.from(at.querySelectorAll(selector));
  const by = (x, y, more = "") => ({ transform: `translate(${x.toFixed(2)}rem,${y.toFixed(2)}rem)${more}` });
  const numbers = (data) => {
    const found = {};
    for (const name of Object.keys(data)) found[name] = Number(data[name]);
    return found;
  };

  // A frame is [ms, keyframe, easing until the next one]; after the last frame the style sheet holds.
  function timeline(length, animations) {
    const go = (element, frames) => {
      if (element) animations.push(element.animate(frames.map(keyframe), { duration: length, fill: "backwards" }));
    };
    const keyframe = ([at, values, easing = "linear"]) => ({ offset: Math.min(1, at / length), easing, ...values });
    const hold = (element, name, first, then, at, lasts) =>
      go(element, [[0, { [name]: first }], [at, { [name]: first }], [at + lasts, { [name]: then }], [length, { [name]: then }]]);
    return {
      go,
      appear: (element, at, lasts = 120) => hold(element, "opacity", 0, 1, at, lasts),
      vanish: (element, at, lasts = 120) => hold(element, "opacity", 1, 0, at, lasts),
      during(element, begins, ends) {
        const fade = begins ? 80 : 0;
        go(element, [[0, { opacity: begins ? 0 : 1 }], [begins, { opacity: begins ? 0 : 1 }], [begins + fade, { opacity: 1 }], [ends, { opacity: 1 }], [ends + 80, { opacity: 0 }], [length, { opacity: 0 }]]);
      },
    };
  }

  function play(section) {
    const set = section.querySelector(".set");
    const when = numbers(set.dataset);
    const animations = [];
    const line = timeline(when.length, animations);
    const actors = all(set, ".actor");
    for (const each of actors) move(each, when, line, actors.length);
    for (const each of all(set, ".rule, .ends")) line.vanish(each, when.shuffle);
    speak(set, when, line);
    darken(set, when, line);
    if (when.scoring) reward(set, when, line);
    for (const each of animations) each.playbackRate = when.pace;
    return { animations, cues: cues(set, when, actors).map(([at, name]) => [at / when.pace, name]) };
  }

  // The guests

  function move(actor, when, line, count) {
    const at = numbers(actor.dataset);
    const puppet = actor.querySelector(".puppet");
    const begins = at.drop * (FALL_ALL - FALL) / count;
    const landed = begins + FALL;
    if (actor.classList.contains("out")) return bounce(puppet, at, begins, landed, when, line);
    const size = at.width === when.width ? "" : ` scale(${(when.width / at.width).toFixed(3)})`;
    const up = by(at.true - at.x, -4 - at.y, size);
    const down = by(at.true - at.x, FLOOR - at.y, size);
    const slot = by(at.slot - at.x, at.floor - at.y, size);
    const frames = [[0, up], [begins, up, DROP], [landed, down], [when.shuffle, down, GLIDE], [when.ticks - 200, slot]];
    const home = [when.light + RISE, by(0, 0)];
    if (actor.classList.contains("middle")) {
      line.go(puppet, [...frames, [when.light, slot, LAND], home, [when.length, by(0, 0)]]);
      line.vanish(actor.querySelector(".before"), when.light, 1);
      line.appear(actor.querySelector(".lean > .guest"), when.light, 1);
      line.during(actor.querySelector(".early"), when.shuffle, when.light);
      return;
    }
    line.go(puppet, [...frames, [when.light, slot, GLIDE], home, [when.length, by(0, 0)]]);
    tip(actor, at, when, line);
  }

  function tip(actor, at, when, line) {
    const lean = actor.querySelector(".lean");
    const end = getComputedStyle(lean);
    const stands = { transform: "none", opacity: 1 };
    const lies = { transform: end.transform, opacity: end.opacity };
    const leaves = at.side ? when.ticks + at.tick * when.each : when.light;
    line.go(lean, [[0, stands], [leaves, stands, DROP], [leaves + TIP, lies], [when.length, lies]]);
    const plate = actor.querySelector(".plate");
    if (plate) line.appear(plate, plate.classList.contains("late") ? leaves + 100 : when.shuffle, 160);
  }

  // Equal numbers collide, fly in an arc, and land upside down on the shelf.
  function bounce(puppet, at, begins, landed, when, line) {
    const size = when.width / at.width;
    const upright = (y) => FLOOR + y - (size * at.height) / 2 - (at.y - at.height / 2);
    const scale = ` rotate(0deg) scale(${size.toFixed(3)})`;
    const up = by(at.true - at.x, upright(-4 - FLOOR), scale);
    const down = by(at.true - at.x, upright(0), scale);
    const arc = by(at.true + at.side * 9 - at.x, upright(-17), ` rotate(${at.side * 120}deg) scale(${size.toFixed(3)})`);
    const end = by(0, 0, ` rotate(${at.side * 180}deg) scale(1)`);
    const gone = when.bounce + (260 * (when.shuffle - when.bounce)) / 700;
    line.go(puppet, [[0, up], [begins, up, DROP], [landed, down], [when.bounce, down, ARC], [gone, arc, GLIDE], [when.shuffle, end], [when.length, end]]);
  }

  // The heading, the light and the points

  function speak(set, when, line) {
    for (const each of all(set, ".saying")) line.during(each, Number(each.dataset.begins), Number(each.dataset.ends));
    line.appear(set.querySelector(".verdict"), when.told, 150);
    line.appear(set.querySelector(".shelf"), when.bounce + (when.shuffle - when.bounce) / 2);
    line.appear(set.querySelector(".notes"), when.light + RISE, 200);
    for (const each of all(set, ".named")) line.appear(each, when.light + 200);
  }

  // A step for each pair, then as far as the light reaches; where nobody scores, over everything.
  function darken(set, when, line) {
    const half = when.scoring > 1 ? when.scoring / 2 : 0.5;
    const gates = [-9, 13, 20.5];
    const gate = when.scoring > 2 ? 43 : gates[when.scoring];
    for (const [name, side] of [["low", -1], ["high", 1]]) {
      const edge = (x) => by(side * x, 0, ` skewX(${side * SLANT}deg)`);
      const frames = [[0, edge(70)], [when.ticks, edge(70), STEP]];
      let last = edge(70);
      for (let pair = 0; pair < when.pairs; pair += 1) {
        last = edge(Math.max((when.pairs - pair - 1 + half) * when.pitch - 7, 5));
        frames.push([when.ticks + pair * when.each + Math.min(200, when.each * 0.8), last], [when.ticks + (pair + 1) * when.each, last, STEP]);
      }
      line.go(set.querySelector(`.shade.${name}`), [...frames, [when.light, last, LAND], [when.light + 300, edge(gate)], [when.length, edge(gate)]]);
    }
  }

  function reward(set, when, line) {
    const off = { opacity: 0, transform: "scaleX(.8)" }, on = { opacity: 1, transform: "none" };
    line.go(set.querySelector(".beam"), [[0, off], [when.light - 60, off, LAND], [when.light + 260, on], [when.length, on]]);
    for (const each of all(set, ".podium")) rise(each, when, line);
    const stars = all(set, ".flies");
    const ways = stars.map((star) => way(set, star)); // all are measured before anything moves
    stars.forEach((star, index) => fly(star, ways[index], when, line));
    for (const each of all(set, ".stays .burst")) {
      line.go(each, [[0, { transform: "scale(0)" }], [when.light + 350, { transform: "scale(0)" }, LAND], [when.point, { transform: "none" }], [when.length, { transform: "none" }]]);
    }
    const arrives = when.point + FLY * 0.9;
    for (const each of all(set, ".gained .was")) line.vanish(each, arrives, 60);
    for (const each of all(set, ".gained .now")) line.appear(each, arrives, 60);
  }

  function rise(podium, when, line) {
    const flat = { transform: "scaleY(0)" }, whole = { transform: "none" };
    line.go(podium.querySelector(".step"), [[0, flat], [when.light, flat, LAND], [when.light + RISE, whole], [when.length, whole]]);
    line.appear(podium.querySelector("b"), when.light + 200);
  }

  // How far it is from a star to the score, in px.
  function way(set, star) {
    const score = set.querySelector(`.scores [data-seat="${star.dataset.seat}"] .now`);
    if (!score) return null;
    const from = star.querySelector(".burst").getBoundingClientRect(), to = score.getBoundingClientRect();
    return { x: to.left + to.width / 2 - from.left - from.width / 2, y: to.top + to.height / 2 - from.top - from.height / 2 };
  }

  function fly(star, to, when, line) {
    if (!to) return;
    const there = `translate(${to.x}px,${to.y}px) scale(.4)`;
    const still = (opacity, transform) => ({ opacity, transform });
    line.go(star.querySelector(".burst"), [[0, still(0, "none")], [when.point - 1, still(0, "none")], [when.point, still(1, "none"), GLIDE], [when.point + FLY, still(1, there)], [when.point + FLY + 60, still(0, there)], [when.length, still(0, there)]]);
  }

  // The sounds

  function cues(set, when, actors) {
    const found = [];
    const gap = (FALL_ALL - FALL) / actors.length;
    for (let drop = 0; drop < actors.length; drop += Math.ceil(actors.length / 12)) found.push([drop * gap + FALL, "drop"]);
    if (set.querySelector(".out")) found.push([when.bounce, "knock"], [when.shuffle - 60, "knock"]);
    found.push([when.shuffle, "brush"]);
    for (let pair = 0; pair < when.pairs; pair += 1) found.push([when.ticks + pair * when.each, `tick:${pair + 1}`]);
    found.push([when.light, when.scoring ? "light" : "dark"]);
    if (when.scoring) found.push([when.point + FLY, "point"]);
    return found;
  }

  window.scenes.register("reveal", play);
})();
