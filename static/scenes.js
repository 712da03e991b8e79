// Plays scenes on the TV, one after another, in front of the live part. The live part brings them in a template;
// each is drawn as it ends, and a player of its kind (scenes/KIND.js) animates how it came about. A key or a click
// ends a scene. Without a script, with reduced motion, and on a TV that comes late, there is only the end; the
// scenes of a demo are eager, and played in any case.
"use strict";
(() => {
  const HURRIED = 900; // ms for which the end of a scene is shown that makes room for the next round
  const KEYS = [" ", "Enter", "Escape", "ArrowRight", "PageDown"];
  const players = {};
  const seen = new Map(); // the progress of the room at which each scene came, by its key
  let queue = [];
  let current = null; // the scene that is played, its animations and timers
  let late = true; // whether the page has just opened or missed something: then only the end is shown

  const stage = () => document.getElementById("stage");
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // A player gets the section of its scene, and returns the animations it has made and, as [ms, name], the sounds. As a
  // generator it yields where the browser may draw, so that no task is long.
  window.scenes = { register: (kind, play) => (players[kind] = play) };

  function arrive() {
    const box = document.getElementById("scenes");
    if (!box) return;
    const progress = Number(box.dataset.progress);
    forget(progress);
    const fresh = Array.from(box.content.children).filter((each) => !seen.has(each.dataset.key));
    for (const each of fresh) seen.set(each.dataset.key, progress);
    const played = late ? fresh.filter((each) => "eager" in each.dataset) : fresh;
    if (played.length) {
      for (const each of queue) each.hurried = true;
      queue.push(...played.map((each) => ({ source: each, progress, hurried: false })));
      if (current) hurry();
      else next();
    }
    late = false;
  }

  // What was undone is not played, and may come again.
  function forget(progress) {
    for (const [key, at] of seen) if (at > progress) seen.delete(key);
    queue = queue.filter((each) => each.progress <= progress);
    if (current && current.progress > progress) next();
  }

  function next() {
    drop();
    const scene = queue.shift();
    if (scene) play(scene);
    else tell("rest");
  }

  function play(scene) {
    current = scene;
    scene.section = scene.source.cloneNode(true);
    scene.animations = [];
    scene.timers = [];
    stage().append(scene.section);
    document.documentElement.classList.add("playing");
    tell("scene", scene.section);
    if (scene.hurried) return hurry();
    const player = players[read(scene.section).kind];
    if (still()) end(scene);
    if (still() || !player) begin(scene, {});
    else prepare(scene, attempt(() => player(scene.section)));
  }

  function prepare(scene, playing) {
    if (!playing.next) return begin(scene, playing);
    const { done, value } = attempt(() => playing.next());
    scene.prepares = !done;
    if (done) begin(scene, value);
    else later(0, () => prepare(scene, playing));
  }

  const read = ({ dataset }) => ({ kind: dataset.scene, told: Number(dataset.told), length: Number(dataset.length) });

  // Where a browser lacks what a player needs, there is only the end.
  function attempt(act) {
    try {
      return act();
    } catch (error) {
      console.error(error);
      return { done: true, value: {} };
    }
  }

  function begin(scene, { animations = [], cues = [] }) {
    const { told, length } = read(scene.section);
    scene.animations = animations;
    for (const each of animations) each.play();
    for (const [at, name] of cues) later(at, () => tell("cue", name));
    later(told, () => tell("told", scene.section));
    later(length, next);
  }

  function later(ms, act) {
    current.timers.push(setTimeout(act, ms));
  }

  // The style sheet has the end: without animations that is what is seen.
  function end(scene) {
    if (scene.prepares) complete(scene);
    scene.section.classList.add("ended");
    for (const each of scene.animations) each.cancel();
    for (const each of scene.timers) clearTimeout(each);
    scene.timers = [];
  }

  // A scene that was not ready yet may lack some of its elements.
  function complete(scene) {
    scene.prepares = false;
    const whole = scene.source.cloneNode(true);
    scene.section.replaceWith(whole);
    scene.section = whole;
  }

  function hurry() {
    end(current);
    tell("told", current.section);
    later(HURRIED, next);
  }

  function drop() {
    if (current) end(current);
    current = null;
    stage().textContent = "";
    document.documentElement.classList.remove("playing");
  }

  function skip() {
    if (!current) return;
    tell("told", current.section);
    next();
  }

  function tell(name, detail = null) {
    document.dispatchEvent(new CustomEvent(`tv:${name}`, { detail }));
  }

  function pressed(event) {
    if (KEYS.includes(event.key) && !event.repeat && event.target === document.body) skip();
  }

  function start() {
    arrive();
    document.body.addEventListener("htmx:afterSwap", arrive);
    document.addEventListener("visibilitychange", () => (late = late || document.hidden));
    document.addEventListener("keydown", pressed);
    document.addEventListener("click", skip);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
