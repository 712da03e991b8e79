// What all reveals of numbers share: a timeline of animations, guests who fall and bounce out, the heading, podiums and
// stars. The style sheet has the end, and only transform and opacity move.
"use strict";
(() => {
  const FALL = 420, FALL_ALL = 900, RISE = 500, FLY = 650; // ms; all other times come with the section
  const AT_ONCE = 5, SEATED_AT_ONCE = 12; // guests that are put in their places in one task, on the stage and at the desk
  const PATTER = 12; // the most sounds of falling guests
  const DROP = "cubic-bezier(.5,0,.9,.6)", LAND = "cubic-bezier(.2,1.5,.4,1)";
  const GLIDE = "cubic-bezier(.5,0,.2,1)", ARC = "cubic-bezier(.2,.7,.5,1)";

  const all = (at, selector) => Array.from(at.querySelectorAll(selector));
  const by = (x, y, more = "") => ({ transform: `translate(${x.toFixed(2)}rem,${y.toFixed(2)}rem)${more}` });

  function read(element) {
    const found = {};
    for (const name of Object.keys(element.dataset)) found[name] = Number(element.dataset[name]);
    return found;
  }

  // A frame is [ms, values, easing until the next one]. The first one holds from the start, and the last one to the end.
  function timeline(when) {
    const length = when.length;
    const animations = [];

    function go(element, frames) {
      if (!element) return;
      const held = [[0, frames[0][1]], ...frames, [length, frames[frames.length - 1][1]]];
      const keyframes = held.map(([at, values, easing = "linear"]) => ({ offset: Math.min(1, at / length), easing, ...values }));
      const animation = element.animate(keyframes, { duration: length, fill: "backwards" });
      animation.playbackRate = when.pace;
      animation.pause(); // all begin together
      animations.push(animation);
    }

    const fade = (element, from, to, at, lasts) => go(element, [[at, { opacity: from }], [at + lasts, { opacity: to }]]);
    const between = (element, begins, ends) =>
      go(element, [
        ...(begins ? [[begins, { opacity: 0 }], [begins + 80, { opacity: 1 }]] : []),
        [ends, { opacity: 1 }],
        [ends + 80, { opacity: 0 }],
      ]);
    return {
      animations,
      go,
      between,
      appear: (element, at, lasts = 120) => fade(element, 0, 1, at, lasts),
      vanish: (element, at, lasts = 120) => fade(element, 1, 0, at, lasts),
    };
  }

  // The guests

  // Puts the desk, the guests and the podiums in their places a few at a time, so that no task is long; `act` animates
  // some guests, and `finish` the rest.
  function* enter(set, act, finish) {
    const places = all(set, ".scores li"), actors = all(set, ".actor"), props = all(set, ".podium, .named, .plus");
    const [desk, list, before] = [".scores", ".cast", ".desktop"].map((each) => set.querySelector(each));
    for (const each of [...places, ...actors, ...props]) each.remove();
    yield;
    for (const some of groups(places, SEATED_AT_ONCE)) {
      desk.append(...some);
      yield;
    }
    for (const some of groups(actors, AT_ONCE)) {
      list.append(...some);
      act(some, actors.length);
      yield;
    }
    for (const each of props) before.before(each);
    finish();
  }

  const groups = (list, size) => list.filter((_, at) => at % size === 0).map((_, group) => list.slice(group * size, (group + 1) * size));

  // The frames of a guest that falls on its true place; `floor` is the height of the line, or of its row.
  function fall(at, when, count, floor) {
    const begins = (at.drop * (FALL_ALL - FALL)) / count;
    const size = at.width === when.width ? "" : ` scale(${(when.width / at.width).toFixed(3)})`;
    const up = by(at.true - at.x, -4 - at.y, size);
    return [[begins, up, DROP], [begins + FALL, by(at.true - at.x, floor - at.y, size)]];
  }

  // Equal numbers collide, fly in an arc, and land upside down on the shelf.
  function bounce(actor, when, line, count, floor, until) {
    const at = read(actor);
    const begins = (at.drop * (FALL_ALL - FALL)) / count;
    const size = when.width / at.width;
    const height = (at.width * 126) / 108;
    const scale = ` scale(${size.toFixed(3)})`;
    const upright = (y) => y - (size * height) / 2 - (at.y - height / 2);
    const place = (x, y, turn) => by(at.true + x - at.x, upright(y), ` rotate(${turn}deg)${scale}`);
    const down = place(0, floor, 0);
    const away = when.bounce + 0.37 * (until - when.bounce);
    line.go(actor.querySelector(".puppet"), [
      [begins, place(0, -4, 0), DROP],
      [begins + FALL, down],
      [when.bounce, down, ARC],
      [away, place(at.side * 9, floor - 17, at.side * 120), GLIDE],
      [until, by(0, 0, ` rotate(${at.side * 180}deg) scale(1)`)],
    ]);
  }

  // Who scores hops onto the podium and wakes up.
  function wake(actor, line, frames, from, at) {
    line.go(actor.querySelector(".puppet"), [...frames, [at, from, LAND], [at + RISE, by(0, 0)]]);
    line.vanish(actor.querySelector(".before"), at, 1);
    line.appear(actor.querySelector(".lean > .guest"), at, 1);
  }

  // How those lie in the end who do not score: as the style sheet says.
  function tipped(actors) {
    return new Map(
      actors.map((each) => {
        const { transform, opacity } = getComputedStyle(each.querySelector(".lean"));
        return [each, { transform, opacity }];
      }),
    );
  }

  function tip(actor, line, at, lasts, end) {
    line.go(actor.querySelector(".lean"), [[at, { transform: "none", opacity: 1 }, DROP], [at + lasts, end]]);
  }

  // The heading and the points

  function speak(set, when, line, until) {
    for (const each of all(set, ".saying")) line.between(each, Number(each.dataset.begins), Number(each.dataset.ends));
    line.appear(set.querySelector(".verdict"), when.told, 150);
    line.vanish(set.querySelector(".kicker.until"), when.told, 60);
    line.appear(set.querySelector(".kicker.afterwards"), when.told, 60);
    line.appear(set.querySelector(".shelf"), (when.bounce + until) / 2);
    line.appear(set.querySelector(".asides"), when.told + 400, 200);
  }

  // The scores change when a star arrives.
  function count(set, when, line) {
    const arrives = when.point + FLY * 0.9;
    for (const each of all(set, ".gained .was")) line.vanish(each, arrives, 60);
    for (const each of all(set, ".gained .now")) line.appear(each, arrives, 60);
  }

  function reward(set, when, line, light) {
    const stars = all(set, ".flies");
    const ways = stars.map((star) => way(set, star)); // all are measured before anything moves
    stars.forEach((star, index) => fly(star, ways[index], when, line));
    for (const each of all(set, ".podium")) rise(each, line, light);
    for (const each of all(set, ".named")) line.appear(each, light + 200);
    for (const each of all(set, ".stays .burst")) {
      line.go(each, [[light + 350, { transform: "scale(0)" }, LAND], [Math.max(when.point, light + 600), { transform: "none" }]]);
    }
  }

  function rise(podium, line, light) {
    line.go(podium.querySelector(".step"), [[light, { transform: "scaleY(.001)" }, LAND], [light + RISE, { transform: "none" }]]);
    line.appear(podium.querySelector("b"), light + 200);
  }

  // How far it is from a star to the score, in px; none in a crowd.
  function way(set, star) {
    const score = set.querySelector(`.scores [data-seat="${star.dataset.seat}"] .now`);
    if (!score) return null;
    const from = star.querySelector(".burst").getBoundingClientRect(), to = score.getBoundingClientRect();
    return [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
  }

  function fly(star, to, when, line) {
    if (!to) return;
    const there = `translate(${to[0]}px,${to[1]}px) scale(.4)`;
    line.go(star.querySelector(".burst"), [
      [when.point - 1, { opacity: 0, transform: "none" }],
      [when.point, { opacity: 1, transform: "none" }, GLIDE],
      [when.point + FLY, { opacity: 1, transform: there }],
      [when.point + FLY + 60, { opacity: 0, transform: there }],
    ]);
  }

  // The sounds

  // `some` are cues of one kind of reveal; those of all kinds are added, and the pace is kept.
  function cues(set, when, until, some) {
    const actors = set.querySelectorAll(".actor").length;
    const found = [];
    for (let drop = 0; drop < actors; drop += Math.ceil(actors / PATTER)) found.push([(drop * (FALL_ALL - FALL)) / actors + FALL, "drop"]);
    if (set.querySelector(".out")) found.push([when.bounce, "knock"], [until - 60, "knock"]);
    if (when.scoring) found.push([when.point + FLY, "point"]);
    return [...found, ...some].map(([at, name]) => [at / when.pace, name]);
  }

  window.scenes.numbers = { all, by, read, timeline, fall, bounce, wake, tipped, tip, enter, speak, count, reward, cues };
})();
