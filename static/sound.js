// The sounds of the TV, synthesised: a tick when a number is sent, a phrase at a reveal, a longer one at the end.
// Nothing plays for what the page showed when it was opened, nor before somebody has turned the sound on.
"use strict";
(() => {
  const KEY = "sound"; // in the browser's storage: "on", "muted", or nothing before a choice
  const SHOWN = 8_000; // ms for which the hint is shown
  const LOUD = 0.32;
  const D3 = 146.83, A3 = 220, D4 = 293.66, FIS4 = 369.99, A4 = 440, D5 = 587.33, FIS5 = 739.99;
  const heard = new Set(); // reveals and ends that have played
  let choice = remembered();
  let context = null;
  let master = null;
  let isIn = 0;
  let hiding = 0;
  let endsAt = 0; // when the phrase of the end plays
  let voices = [];

  const hint = () => document.getElementById("sound");
  const find = (selector) => document.querySelector(`#live ${selector}`);
  const isAudible = () => choice === "on" && context && context.state === "running";

  // On and off

  function remembered() {
    try {
      return localStorage.getItem(KEY) || "";
    } catch {
      return ""; // a browser without storage
    }
  }

  function choose(state) {
    choice = state;
    try {
      localStorage.setItem(KEY, state);
    } catch {
      // Then the choice lasts while the page is open.
    }
  }

  // Browsers play sound only after the first click or key on the page.
  async function turnOn() {
    choose("on");
    if (!context) wire();
    master.gain.setTargetAtTime(LOUD, context.currentTime, 0.02);
    await context.resume().catch(() => {});
    show();
  }

  function mute() {
    choose("muted");
    if (context) master.gain.setTargetAtTime(0, context.currentTime, 0.02);
    show();
  }

  function wire() {
    context = new AudioContext();
    context.onstatechange = show;
    master = context.createGain();
    const soft = context.createBiquadFilter();
    soft.frequency.value = 2600;
    master.gain.value = LOUD;
    master.connect(soft).connect(context.destination);
  }

  function show() {
    const state = isAudible() ? "on" : choice === "muted" ? "muted" : "off";
    const said = hint();
    if (said.dataset.state !== state) said.textContent = said.dataset[state];
    said.dataset.state = state;
    said.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(() => (said.hidden = true), state === "off" ? SHOWN : SHOWN / 4);
  }

  function pressed(event) {
    if (event.key.toLowerCase() !== "m" || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isAudible()) mute();
    else turnOn();
  }

  function touched() {
    if (choice !== "muted" && !isAudible()) turnOn();
  }

  // The sounds

  function note(pitch, at, length, gain, shape = "triangle") {
    const start = context.currentTime + at;
    const voice = context.createOscillator();
    const level = context.createGain();
    voice.type = shape;
    voice.frequency.value = pitch;
    level.gain.setValueAtTime(0.0001, start);
    level.gain.exponentialRampToValueAtTime(gain, start + 0.015);
    level.gain.exponentialRampToValueAtTime(0.0001, start + length);
    voice.connect(level).connect(master);
    voice.start(start);
    voice.stop(start + length + 0.05);
    voices.push(voice);
    voice.onended = () => (voices = voices.filter((each) => each !== voice));
  }

  const figure = (pitches, at, step, length, gain) =>
    pitches.forEach((pitch, place) => note(pitch, at + place * step, length, gain));
  const tick = (at) => note(D5, at, 0.09, 0.22, "sine");

  // The numbers appear, disqualified ones fall, and the middle lights up with a chord.
  function reveal() {
    const light = delay(".reveal .word", 0.6);
    figure([D4, FIS4, A4], 0, 0.16, 0.45, 0.3);
    if (find(".reveal .disqualified")) figure([A3, D3], delay(".reveal .disqualified .number", 0.5), 0.1, 0.3, 0.35);
    if (find(".reveal :is(.middle, .won, .discarded)")) figure([D3, A3, D4, FIS4, A4], light, 0.025, 1.9, 0.28);
  }

  function finish() {
    const begin = Math.max(delay(".act-two", 1.2), delay(".act-two header > div", 0));
    endsAt = context.currentTime + begin;
    figure([D3, A3, D4, FIS4, A4, D5], begin, 0.17, 0.8, 0.3);
    figure([D3, A3, D4, FIS4, A4, FIS5], begin + 1.1, 0.03, 3.2, 0.24);
  }

  // The style sheet says when something appears; without motion, sounds follow one another.
  function delay(selector, still) {
    const found = find(selector);
    const [animation] = found && found.getAnimations ? found.getAnimations() : [];
    return animation ? Math.max(0, animation.effect.getTiming().delay - animation.currentTime) / 1000 : still;
  }

  // A scene was skipped (motion.js): sounds that were due later play now, or not at all.
  function hurried() {
    const isToCome = context && context.currentTime < endsAt;
    for (const each of voices) each.stop();
    if (isToCome && isAudible()) finish();
  }

  // Changes

  const idOf = (selector) => (find(selector) ? find(selector).id : "");
  const revealed = () => idOf(".reveal");
  const ended = () => idOf(".act-two");
  const count = () => document.querySelectorAll("#live .state.in").length;

  function isNew(id) {
    if (!id || heard.has(id)) return false;
    heard.add(id);
    return true;
  }

  function looked() {
    const [hasRevealed, hasEnded, before] = [isNew(revealed()), isNew(ended()), isIn];
    isIn = count();
    if (!isAudible()) return;
    if (hasRevealed) reveal();
    else for (let each = before; each < isIn; each += 1) tick((each - before) * 0.12);
    if (hasEnded) finish();
  }

  function start() {
    [revealed(), ended()].forEach(isNew);
    isIn = count();
    if (choice === "on") wire(); // some browsers allow sound at once on a page that has played before
    if (choice !== "muted") show();
    else hint().dataset.state = "muted";
    document.body.addEventListener("htmx:afterSwap", (event) => event.detail.target.id === "live" && looked());
    document.addEventListener("hurried", hurried);
    document.addEventListener("keydown", pressed);
    document.addEventListener("pointerup", touched);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
