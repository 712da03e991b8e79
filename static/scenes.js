// Plays the story of the TV in front of the live part, which brings it in a template: scenes, each drawn as it ends,
// and when they begin (story.py); a player of its kind (scenes/) animates how it came about. A new story takes the
// one before to its end, and begins when the page says so. A key or a click ends a scene. Without a script, with
// reduced motion, and on a TV that comes late, there is only the end; the scenes of a demo are eager, and played in
// any case.
"use strict";
(() => {
  const KEYS = [" ", "Enter", "Escape", "ArrowRight", "PageDown"];
  const players = {};
  const seen = new Map(); // the progress of the room at which each scene came, by its key
  let stories = []; // those that have not begun, each with its scenes, whether only its end is shown, and a timer
  let current = null; // the scene that is played, with its animations and timers, and those that follow in its story
  let late = true; // whether the page has just opened or missed something: then only the end is shown

  const set = (scene) => (current = scene);
  const isLate = (isSo) => (late = isSo);
  const root = document.documentElement.classList;
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
    const scenes = late ? fresh.filter((each) => "eager" in each.dataset) : fresh;
    if (scenes.length) add({ scenes, progress, ended: false }, current ? Number(box.dataset.begins) : 0);
    isLate(false);
  }

  function add(story, wait) {
    for (const each of stories) each.ended = true;
    if (current) finish();
    stories.push(story);
    if (current) story.timer = setTimeout(begin, wait);
    else begin();
  }

  function begin() {
    const { scenes, progress, ended } = stories.shift();
    set({ scenes, progress, animations: [], timers: [] });
    if (ended) finish();
    else play();
  }

  // What was undone is not played, and may come again.
  function forget(progress) {
    for (const [key, at] of seen) if (at > progress) seen.delete(key);
    for (const each of stories) if (each.progress > progress) clearTimeout(each.timer);
    stories = stories.filter((each) => each.progress <= progress);
    if (current && current.progress > progress) over();
  }

  function next() {
    if (current.scenes.length) play();
    else over();
  }

  function over() {
    drop();
    set(null);
    if (!stories.length) return tell("rest");
    clearTimeout(stories[0].timer);
    begin();
  }

  // Puts the next scene of the story on the stage.
  function show() {
    drop();
    const [source, ...scenes] = current.scenes;
    Object.assign(current, { source, scenes, section: source.cloneNode(true), prepares: false });
    stage().append(current.section);
    root.add("playing");
    tell("scene", current.section);
  }

  function play() {
    show();
    const player = players[current.section.dataset.scene];
    if (still()) end();
    if (still() || !player) run({});
    else prepare(attempt(() => player(current.section)));
  }

  function prepare(playing) {
    if (!playing.next) return run(playing);
    const { done, value } = attempt(() => playing.next());
    current.prepares = !done;
    if (done) run(value);
    else later(0, () => prepare(playing));
  }

  // Where a browser lacks what a player needs, there is only the end.
  function attempt(act) {
    try {
      return act();
    } catch (error) {
      console.error(error);
      return { done: true, value: {} };
    }
  }

  function run({ animations = [], cues = [] }) {
    const { section } = current;
    const { announced, length } = section.dataset;
    current.animations = animations;
    for (const each of animations) each.play();
    for (const [at, name] of cues) later(at, () => tell("cue", name));
    later(announced, () => tell("announced", section));
    const { dataset } = document.getElementById("scenes");
    for (const name of ["ending", "whole"])
      later(length - dataset[name], () => current.scenes.length + stories.length || root.add(name));
    later(length, next);
  }

  function later(ms, act) {
    current.timers.push(setTimeout(act, ms));
  }

  // The style sheet has the end: without animations that is what is seen. A scene that was not ready yet may lack
  // some of its elements.
  function end() {
    if (current.prepares) {
      const whole = current.source.cloneNode(true);
      current.section.replaceWith(whole);
      Object.assign(current, { section: whole, prepares: false });
    }
    current.section.classList.add("ended");
    for (const each of current.animations) each.cancel();
    for (const each of current.timers) clearTimeout(each);
    Object.assign(current, { animations: [], timers: [] });
  }

  // The end of its last scene stands until the next story begins.
  function finish() {
    current.scenes = current.scenes.slice(-1);
    if (current.scenes.length) show();
    end();
    tell("announced", current.section);
  }

  function drop() {
    if (current.section) end();
    stage().textContent = "";
    root.remove("playing", "ending", "whole");
  }

  function skip() {
    if (!current) return;
    tell("announced", current.section);
    next();
  }

  function tell(name, detail = null) {
    document.dispatchEvent(new CustomEvent(`tv:${name}`, { detail }));
  }

  function start() {
    arrive();
    document.body.addEventListener("htmx:afterSwap", arrive);
    document.addEventListener("visibilitychange", () => isLate(late || document.hidden));
    document.addEventListener(
      "keydown",
      (event) => KEYS.includes(event.key) && !event.repeat && event.target === document.body && skip(),
    );
    document.addEventListener("click", skip);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
