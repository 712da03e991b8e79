// Plays the story of the TV in front of the live part, which brings it in a template: scenes, each drawn as it ends,
// and when they begin (story.py); a player of its kind (scenes/) animates how it came about. A new story takes the
// one before to its end, and begins when the page says so. A key or a click ends a scene. Without a script, with
// reduced motion, and on a TV that comes late, there is only the end; the scenes of a demo are eager, and played in
// any case. A scene that announces nothing ends as soon as the game goes on.
"use strict";
(() => {
  const KEYS = [" ", "Enter", "Escape", "ArrowRight", "PageDown"];

  /** @typedef {{ scenes: HTMLElement[], progress: number, ended: boolean, timer?: number }} Story */

  /**
   * @typedef {object} Shown the scene that is on the stage, and what follows in its story
   * @property {HTMLElement[]} scenes those that follow
   * @property {number} progress
   * @property {Animation[]} animations
   * @property {number[]} timers
   * @property {HTMLElement} source what the page has
   * @property {HTMLElement} section a copy of it, on the stage
   * @property {boolean} prepares whether its player is still at it
   */

  /** @typedef {Omit<Shown, "source" | "section" | "prepares"> & Partial<Shown>} Current */

  /** @type {Record<string, Player>} */
  const players = {};
  /** @type {Map<string | undefined, number>} */
  const seen = new Map(); // the progress of the room at which each scene came, by its key
  /** @type {Story[]} */
  let stories = []; // those that have not begun, each with its scenes, whether only its end is shown, and a timer
  /** @type {Current | null} */
  let current = null; // the scene that is played, with its animations and timers, and those that follow in its story
  let late = true; // whether the page has just opened or missed something: then only the end is shown

  /** @param {Current | null} scene */
  const set = (scene) => (current = scene);
  const shown = () => /** @type {Shown} */ (current);
  /** @param {boolean} isSo */
  const isLate = (isSo) => (late = isSo);
  const root = document.documentElement.classList;
  const stage = () => companion.page.find("stage");
  const template = () => /** @type {HTMLTemplateElement | null} */ (document.getElementById("scenes"));
  /** @param {HTMLElement} element */
  const copyOf = (element) => /** @type {HTMLElement} */ (element.cloneNode(true));
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // A player gets the section of its scene, and returns the animations it has made and, as [ms, name], the sounds. As a
  // generator it yields where the browser may draw, so that no task is long.
  /** @type {Window["scenes"]["register"]} */
  function register(kind, play) {
    players[kind] = play;
  }

  window.scenes = /** @type {Window["scenes"]} */ ({ register }); // timeline.js adds what players share

  function arrive() {
    const box = template();
    if (!box) return;
    const progress = Number(box.dataset.progress);
    forget(progress);
    if ("on" in box.dataset) pass();
    const brought = /** @type {HTMLElement[]} */ (Array.from(box.content.children));
    const fresh = brought.filter((each) => !seen.has(each.dataset.key));
    for (const each of fresh) seen.set(each.dataset.key, progress);
    const scenes = late ? fresh.filter((each) => "eager" in each.dataset) : fresh;
    if (scenes.length) add({ scenes, progress, ended: false }, current ? Number(box.dataset.begins) : 0);
    isLate(false);
  }

  /** @param {Story} story @param {number} wait ms until it begins, if another is played */
  function add(story, wait) {
    for (const each of stories) each.ended = true;
    if (current) finish();
    stories.push(story);
    if (current) story.timer = setTimeout(begin, wait);
    else begin();
  }

  function begin() {
    const { scenes, progress, ended } = /** @type {Story} */ (stories.shift());
    set({ scenes, progress, animations: [], timers: [] });
    if (ended) finish();
    else play();
  }

  /**
   * What was undone is not played, and may come again.
   * @param {number} progress
   */
  function forget(progress) {
    for (const [key, at] of seen) if (at > progress) undo(key);
    for (const each of stories) if (each.progress > progress) clearTimeout(each.timer);
    stories = stories.filter((each) => each.progress <= progress);
    if (current && current.progress > progress) over();
  }

  /** @param {string | undefined} key */
  function undo(key) {
    seen.delete(key);
    tell("undone", key);
  }

  function pass() {
    if (!current) return;
    current.scenes = current.scenes.filter((each) => !("passing" in each.dataset));
    if (current.section && "passing" in current.section.dataset) next();
  }

  function next() {
    if (shown().scenes.length) play();
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
    const [source, ...scenes] = shown().scenes;
    const section = copyOf(source);
    Object.assign(shown(), { source, scenes, section, prepares: false });
    stage().append(section);
    root.add("playing");
    tell("scene", section);
  }

  function play() {
    show();
    const { section } = shown();
    const player = players[String(section.dataset.scene)];
    if (still()) end();
    if (still() || !player) return run({});
    const playing = attempt(() => player(section));
    if (!("next" in playing)) return run(playing);
    section.classList.add("unready"); // until its player has hidden what comes later (timeline.js), or has failed
    prepare(playing);
  }

  /** @param {Generator<unknown, Played>} playing */
  function prepare(playing) {
    const { done, value } = attempt(() => playing.next());
    shown().prepares = !done;
    if (done) run(value);
    else later(0, () => prepare(playing));
  }

  /**
   * Where a browser lacks what a player needs, there is only the end.
   * @template Result
   * @param {() => Result} act
   * @returns {Result | (Played & IteratorReturnResult<Played>)}
   */
  function attempt(act) {
    try {
      return act();
    } catch (error) {
      console.error(error);
      return { done: true, value: {} };
    }
  }

  /** @param {Played} played */
  function run({ animations = [], cues = [] }) {
    const { section } = shown();
    const [announced, length] = [section.dataset.announced, section.dataset.length].map(Number);
    section.classList.remove("unready");
    shown().animations = animations;
    for (const each of animations) each.play();
    for (const [at, name] of cues) later(at, () => tell("cue", name));
    later(announced, () => tell("announced", section));
    const { dataset } = companion.page.find("scenes");
    for (const name of ["ending", "whole"])
      later(length - Number(dataset[name]), () => shown().scenes.length + stories.length || root.add(name));
    later(length, next);
  }

  /** @param {number} ms @param {() => void} act */
  function later(ms, act) {
    shown().timers.push(setTimeout(act, ms));
  }

  // The style sheet has the end: without animations that is what is seen. A scene that was not ready yet may lack
  // some of its elements.
  function end() {
    const scene = shown();
    if (scene.prepares) {
      const whole = copyOf(scene.source);
      scene.section.replaceWith(whole);
      Object.assign(scene, { section: whole, prepares: false });
    }
    scene.section.classList.add("ended");
    for (const each of scene.animations) each.cancel();
    for (const each of scene.timers) clearTimeout(each);
    Object.assign(scene, { animations: [], timers: [] });
  }

  // The end of its last scene stands until the next story begins. Those before it are passed over.
  function finish() {
    const scene = shown();
    if (scene.scenes.length) passOver(scene);
    end();
    tell("announced", scene.section);
  }

  /** @param {Shown} scene */
  function passOver(scene) {
    const passed = [scene.source, ...scene.scenes].filter(Boolean);
    scene.scenes = passed.splice(-1);
    for (const each of passed) tell("passed", each);
    show();
  }

  function drop() {
    if (shown().section) end(); // not before the first one
    stage().textContent = "";
    root.remove("playing", "ending", "whole");
  }

  function skip() {
    if (!current) return;
    tell("announced", shown().section);
    next();
  }

  /** @param {string} name @param {HTMLElement | string | null} [detail] */
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
