// A tie is peeled: the whole standing can be read first. Then, layer by layer, the dark takes the outer rounds, their
// stars fall, points count again, and the standing is laid anew; the middle of the last one is lit.
"use strict";
(() => {
  const STEP = "cubic-bezier(.15, .9, .25, 1)";
  const LAND = "cubic-bezier(.2, 1.5, .4, 1)";
  const DROP = "cubic-bezier(.5, 0, .9, .6)";
  const FULL = 3_000; // ms of a peel at full length; a shorter one does the same in less time
  const [TITLE, COUNT, LAID_OFF, LAID] = [250, 500, 700, 1_000]; // ms after a peel began until something changes

  scenes.register("tie", (section) => {
    const total = Number(section.dataset.length);
    const told = Number(section.dataset.told);
    const all = (selector) => Array.from(section.querySelectorAll(selector));
    const layers = all(".piles").map(({ dataset }) => ({ at: Number(dataset.at), pace: Number(dataset.pace) }));
    const animations = [];

    // The time at which something happens in a layer, given for a peel at full length.
    const when = (layer, ms) => (layer ? layers[layer].at + ms * Math.min(1, layers[layer].pace / FULL) : 0);

    // Frames are [ms, properties, easing until the next].
    function go(each, frames) {
      const first = [0, frames[0][1]];
      const last = [total, frames[frames.length - 1][1]];
      const timed = [first, ...frames, last].map(([ms, properties, easing = "linear"]) => ({ ...properties, offset: ms / total, easing }));
      animations.push(each.animate(timed, { duration: total, fill: "backwards" }));
    }

    // What is shown from one layer until another: it comes at one time after the peel began, and goes at another.
    function turn(each, coming, going, from, to) {
      const { from: first, to: until } = each.dataset;
      const frames = [];
      if (Number(first)) frames.push([when(first, coming), from], [when(first, coming + 120), to]);
      else frames.push([0, to]);
      if (until) frames.push([when(until, going), to], [when(until, going + 120), from]);
      go(each, frames);
    }

    const [hidden, shown] = [{ opacity: 0 }, { opacity: 1 }];
    for (const each of all(".head h1")) turn(each, TITLE, TITLE, hidden, shown);
    for (const each of all(".sums b")) turn(each, COUNT, COUNT - 120, hidden, shown);
    for (const each of all(".piles")) turn(each, LAID, LAID_OFF, hidden, shown);
    for (const each of all(".piles")) {
      const layer = each.dataset.from;
      if (!Number(layer)) continue;
      const [start, end] = [when(layer, LAID), when(layer, LAID + 500)];
      for (const box of each.children) go(box, [[start, { transform: "translateY(8rem)" }, LAND], [end, { transform: "none" }]]);
    }
    for (const each of all(".dark")) {
      const [start, end] = [when(each.dataset.layer, 0), when(each.dataset.layer, 350)];
      go(each, [[start, { transform: `translateX(${each.dataset.by}px)` }, STEP], [end, { transform: "none" }]]);
    }
    for (const each of all(".fallen")) {
      const { layer } = each.dataset;
      const fallen = { opacity: 0, transform: "translateY(60px)" };
      go(each, [[when(layer, 150), { opacity: 1, transform: "none" }, DROP], [when(layer, 550), fallen]]);
    }
    for (const each of all(".piles .lit")) go(each, [[told, { opacity: 0, transform: "scale(.8)" }, LAND], [told + 250, { opacity: 1, transform: "none" }]]);
    for (const each of all(".unlit, .until")) go(each, [[told, shown], [told + 120, hidden]]);
    for (const each of all(".stands")) go(each, [[told, hidden], [told + 120, shown]]);

    const steps = layers.map(({ at, pace }, number) => [at, pace < FULL ? `tick:${number}` : "clock"]).slice(1);
    return { animations, cues: [...steps, [told, section.querySelector(".decides:not(.past)") ? "light" : "dark"]] };
  });
})();
