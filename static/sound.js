// The sounds of the TV, synthesised: a wood block for who joins, a tick for a number that is in, and what the scenes
// ask for by their cues (scenes.js). It is on unless the host or somebody at the TV has turned it off. Nothing plays
// for what the page showed when it was opened, nor by itself on a TV of a room that has one already.
"use strict";
(() => {
  const KEY = "sound"; // in the browser's storage: the state that was chosen here, and that of the host then
  const LOUD = 0.32;
  const [D2, A2, D3, A3, D4, FIS4, A4, D5, FIS5, A5, D6] = [
    73.42, 110, 146.83, 220, 293.66, 369.99, 440, 587.33, 739.99, 880, 1174.66,
  ];
  const CHORD = [D3, A3, D4, FIS4, A4];
  const BLOCKS = [D5, FIS5, A5, 783.99, 659.26, 987.77, 554.37, D6]; // of the seats 1 to 8, which then repeat
  const AWARDS = ["final", "evening"]; // scenes that end with a fanfare
  // Scenes without an outcome
  const TITLES = ["title", "tie_title", "showdown_title", "final_title", "so_far", "board"];
  const BEAT = 0.62; // seconds
  const LOUNGE = [
    [0, 4, 11],
    [-3, 3, 10],
    [2, 3, 10],
    [-5, 4, 10],
  ]; // bars: the root over D, its third and its seventh
  const PAIR = 800; // ms within which two knocks belong together
  let asked = ""; // what the host has chosen: "on" or "muted"
  let choice = ""; // whether it is to be heard, as the host or somebody at the TV chose last: "on" or "muted"
  let bar = 0; // of the lounge loop
  /** @typedef {{ context: AudioContext, master: GainNode, noise: AudioBuffer }} Wires */
  /** @type {Wires | null} */
  let wires = null; // what plays, once the sound has been on
  /** @type {Set<string | undefined>} */
  let here = new Set(); // seats in the lobby
  /** @type {Set<string | undefined>} */
  let seated = new Set(); // seats whose number is in
  let isAlone = false; // whether only one player is missing
  /** @type {Set<string>} */
  let heard = new Set(); // cues of the scene so far
  let knocked = 0; // when, in ms

  /** @param {string} state */
  const ask = (state) => (asked = state);
  /** @param {string} state */
  const prefer = (state) => (choice = state);
  const wired = () => /** @type {Wires} */ (wires);
  const isAudible = () => choice === "on" && wires !== null && wires.context.state === "running";

  // On and off

  const chosenByHost = () => (document.querySelector('#live[data-can~="sound"]') ? "on" : "muted");

  function remembered() {
    /** @type {{ state: string, of: string } | null} */
    const kept = store.browser.read(KEY);
    return kept && kept.of === asked ? kept.state : asked;
  }

  /** @param {string} state */
  function choose(state) {
    prefer(state);
    if (!switches.isSecond()) store.browser.write(KEY, { state, of: asked });
  }

  // Browsers play sound only after the first click or key on the page.
  async function turnOn() {
    choose("on");
    const { context, master } = wires || wire();
    master.gain.setTargetAtTime(LOUD, context.currentTime, 0.02);
    show(); // until somebody has touched the page, the next line may wait
    await context.resume().catch(() => {});
    show();
  }

  function mute() {
    choose("muted");
    if (wires) wires.master.gain.setTargetAtTime(0, wires.context.currentTime, 0.02);
    show();
  }

  function wire() {
    const context = new AudioContext();
    context.onstatechange = show;
    const master = context.createGain();
    const soft = context.createBiquadFilter();
    soft.frequency.value = 2600;
    master.gain.value = LOUD;
    master.connect(soft).connect(context.destination);
    const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
    setInterval(lounge, 4 * BEAT * 1000);
    wires = { context, master, noise };
    return wires;
  }

  function show() {
    const state = isAudible() ? "on" : choice === "on" ? "blocked" : "off";
    switches.show("sound", state);
  }

  function flip() {
    if (isAudible()) mute();
    else turnOn();
  }

  // The first click or key does what the browser would not do before.
  function begin() {
    if (choice === "on" && !isAudible()) turnOn();
  }

  // The host has turned it on or off: that counts more than what was chosen here before.
  function follow() {
    if (chosenByHost() === asked) return;
    ask(chosenByHost());
    if (asked !== "on") mute();
    else if (!switches.isSecond()) turnOn();
  }

  // Instruments; all times are in seconds

  /**
   * Returns a gain that swells within `attack` and has faded after `length`.
   * @param {number} start
   * @param {number} attack
   * @param {number} length
   * @param {number} gain
   */
  function envelope(start, attack, length, gain) {
    const { context, master } = wired();
    const level = context.createGain();
    level.gain.setValueAtTime(0.0001, start);
    level.gain.exponentialRampToValueAtTime(gain, start + attack);
    level.gain.exponentialRampToValueAtTime(0.0001, start + length);
    level.connect(master);
    return level;
  }

  /**
   * @param {number} pitch
   * @param {number} at from now
   * @param {number} length
   * @param {number} gain
   * @param {{ shape?: OscillatorType, attack?: number, to?: number }} [form] `to`: the pitch to which it glides
   */
  function note(pitch, at, length, gain, { shape = "triangle", attack = 0.015, to = pitch } = {}) {
    const { context } = wired();
    const start = context.currentTime + at;
    const voice = context.createOscillator();
    voice.type = shape;
    voice.frequency.value = pitch;
    if (to !== pitch) voice.frequency.exponentialRampToValueAtTime(to, start + length);
    voice.connect(envelope(start, attack, length, gain));
    voice.start(start);
    voice.stop(start + length + 0.05);
  }

  /**
   * Noise around a pitch, which may glide to another.
   * @param {number} pitch
   * @param {number} at from now
   * @param {number} length
   * @param {number} gain
   * @param {{ attack?: number, to?: number }} [form]
   */
  function rustle(pitch, at, length, gain, { to = pitch, attack = 0.01 } = {}) {
    const { context, noise } = wired();
    const start = context.currentTime + at;
    const [source, band] = [context.createBufferSource(), context.createBiquadFilter()];
    source.buffer = noise;
    source.loop = true;
    band.type = "bandpass";
    band.frequency.setValueAtTime(pitch, start);
    band.frequency.exponentialRampToValueAtTime(to, start + length);
    source.connect(band).connect(envelope(start, attack, length, gain));
    source.start(start);
    source.stop(start + length + 0.05);
  }

  /**
   * @param {number[]} pitches
   * @param {number} at when the first one begins, from now
   * @param {number} step until the next one
   * @param {number} length of each
   * @param {number} gain
   */
  const figure = (pitches, at, step, length, gain) =>
    pitches.forEach((pitch, place) => note(pitch, at + place * step, length, gain));

  /** @param {number} at from now @param {number} gain */
  function drum(at, gain) {
    note(A2, at, 0.45, gain, { shape: "sine", attack: 0.005, to: D2 });
    rustle(180, at, 0.12, gain / 2);
  }

  // The first of two knocks is higher than the second.
  function knock() {
    const isSecond = performance.now() - knocked < PAIR;
    knocked = isSecond ? 0 : performance.now();
    note(isSecond ? D3 : A3, 0, 0.16, 0.5, { attack: 0.004 });
    rustle(isSecond ? 500 : 800, 0, 0.06, 0.3);
  }

  function roll() {
    for (let hit = 0; hit < 26; hit += 1) rustle(170, hit * 0.065, 0.09, 0.08 + hit * 0.012);
  }

  /** @type {Record<string, (number: string) => void>} */
  const SOUNDS = {
    join: (seat) =>
      note(BLOCKS[(Number(seat) - 1) % BLOCKS.length], 0, 0.12, 0.35, { shape: "sine", attack: 0.003 }),
    in: () => note(D5, 0, 0.09, 0.22, { shape: "sine" }),
    last: () => note(D3, 0, 2.4, 0.2, { attack: 0.5 }),
    drop: () => note(A3, 0, 0.07, 0.22, { shape: "sine", attack: 0.003, to: D3 }),
    knock,
    brush: () => rustle(900, 0, 0.45, 0.16, { to: 2200, attack: 0.2 }),
    tick: (step) => note(D4 * 2 ** (Math.min(Number(step) || 0, 24) / 12), 0, 0.09, 0.3, { attack: 0.003 }),
    light: () => figure(CHORD, 0, 0.025, 1.9, 0.28),
    dark: () => (rustle(1500, 0, 0.03, 0.4), note(D3, 0.05, 0.5, 0.12, { to: A2 })),
    point: () => (
      note(D6, 0, 1.1, 0.16, { shape: "sine", attack: 0.004 }),
      note(D6 * 2.76, 0, 0.5, 0.05, { shape: "sine", attack: 0.004 })
    ),
    rise: () => note(A2, 0, 0.5, 0.22, { to: D3, attack: 0.1 }),
    flap: () => rustle(1400, 0, 0.09, 0.3, { to: 700 }),
    clock: () =>
      [0, 1, 2, 3, 4, 5, 6].forEach((tooth) =>
        note(A5 - tooth * 60, tooth * 0.055, 0.05, 0.16, { attack: 0.003 }),
      ),
    drum: () => drum(0, 0.6),
    roll,
    hum: () => note(82.41, 0, 1.7, 0.16, { attack: 0.3, to: A2 }),
    click: () => rustle(2000, 0, 0.025, 0.4),
    thud: () => (drum(0, 0.35), drum(0.16, 0.25)),
    open: () =>
      [0, 1, 2].forEach((step) => note(D4 * 2 ** (step / 6), step * 0.12, 0.08, 0.2, { attack: 0.003 })),
    fanfare: () => (
      figure([D3, A3, D4, FIS4, A4, D5], 0, 0.11, 0.7, 0.26),
      figure([...CHORD, FIS5], 0.75, 0.03, 3.2, 0.24)
    ),
  };

  // A bar of the lounge loop: a bass, a soft chord, and a brush on two and four. It rests while scenes play. It thins
  // as people send: first without the brush, then without the chord; for the last one a single note is held.
  function lounge() {
    if (!isAudible() || isPlaying() || document.hidden) return;
    if (isAlone) {
      note(D3, 0, 5 * BEAT, 0.2, { attack: BEAT });
      return;
    }
    const [root, ...chord] = LOUNGE[bar++ % LOUNGE.length];
    const sent = seated.size / (seated.size + seats(".people").size || 1);
    /** @param {number} steps */
    const at = (steps) => D3 * 2 ** ((root + steps) / 12);
    for (const [steps, beat] of [
      [0, 0],
      [7, 2],
    ])
      note(at(steps) / 2, beat * BEAT, 0.9, 0.12, { shape: "sine" });
    if (sent < 2 / 3)
      for (const steps of [...chord, 7, 14]) note(at(steps), BEAT / 2, 2, 0.03, { attack: 0.3 });
    for (const beat of sent < 1 / 3 ? [1, 3] : [])
      rustle(3200, beat * BEAT, 0.2, 0.03, { to: 2400, attack: 0.05 });
  }

  /**
   * A cue is a name, or a name and a number: `tick:3`.
   * @param {string} cue
   */
  function sound(cue) {
    const [name, number] = cue.split(":");
    if (isAudible() && SOUNDS[name]) SOUNDS[name](number);
  }

  // Scenes

  function began() {
    heard = new Set();
  }

  /** @param {CustomEvent<string>} event */
  function cued({ detail }) {
    heard.add(detail);
    sound(detail);
  }

  /**
   * A scene whose end is shown at once has no cues, and one that is skipped not all: the outcome is heard all the same.
   * @param {CustomEvent<HTMLElement>} event
   */
  function told({ detail: section }) {
    const { scene = "" } = section.dataset;
    if (heard.has("told") || TITLES.includes(scene)) return;
    if (AWARDS.includes(scene) && !heard.has("fanfare")) sound("fanfare");
    else if (!heard.size) sound(section.querySelector(".lamp.off") ? "dark" : "light");
    heard.add("told");
  }

  // Changes of the live part

  /** @param {string} within */
  const seats = (within) =>
    new Set(companion.page.all(`#live ${within} [data-seat]`).map(({ dataset }) => dataset.seat));
  const isPlaying = () => document.documentElement.classList.contains("playing");

  function look() {
    here = seats(".arrivals");
    seated = seats(".behind");
    isAlone = Boolean(document.querySelector("#live .round.alone"));
  }

  function looked() {
    const [known, before, wasAlone] = [here, seated, isAlone];
    look();
    if (isPlaying() || !isAudible()) return;
    const joined = Array.from(here).filter((seat) => !known.has(seat));
    for (const seat of joined.slice(-1)) sound(`join:${seat}`);
    if (isAlone && !wasAlone) sound("last");
    else if (Array.from(seated).some((seat) => !before.has(seat))) sound("in");
  }

  function start() {
    look();
    ask(chosenByHost());
    prefer(switches.isSecond() ? "muted" : remembered());
    if (choice === "on") wire(); // browsers allow sound at once on a page that a click on the desk has opened
    show();
    switches.connect("sound", "m", { flip, begin });
    document.body.addEventListener(
      "htmx:afterSwap",
      (event) => event.detail.target.id === "live" && (follow(), looked()),
    );
    document.addEventListener("tv:scene", began);
    document.addEventListener("tv:cue", cued);
    document.addEventListener("tv:announced", told);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
