// Animates the scoreboard when a round is revealed, on the TV and in a replay: points fly from the cards to the
// names, then the rows move to their new places. app.css says when; this measures from where to where. A key or a
// click skips to the end.
"use strict";
(() => {
  const SOONER = 150; // ms between points that start one after another
  const KEYS = [" ", "Enter", "Escape", "ArrowRight", "PageDown"];
  const SCENES = [
    [".told", "--told", 1_200],
    [".act-two", "--winner", 7_500],
    [".act-three", "--evening", 7_500],
  ]; // how long each lasts after the time in the style sheet
  const begun = new Map(); // when each part of the page was first shown
  const skipped = new Map(); // how many ms of it were skipped
  const written = new WeakMap(); // how far this script has moved an element's animation
  let measured = null;

  const parts = () => [...document.querySelectorAll("[data-once]")];
  const brought = (each) => parseFloat(each.style.getPropertyValue("--elapsed")) || 0; // by live.js, below 0
  const hurried = (id) => skipped.get(id) || 0;
  const elapsed = ({ id }) => performance.now() - begun.get(id) + hurried(id);

  // Positions

  // Where an element will be, without the transform that moves it now.
  function middle(each) {
    let [x, y] = [each.offsetWidth / 2, each.offsetHeight / 2];
    for (let at = each; at; at = at.offsetParent) [x, y] = [x + at.offsetLeft, y + at.offsetTop];
    return { x, y };
  }

  function measure(told) {
    let flights = 0;
    const rows = [...told.querySelectorAll(".moving .row")];
    const slots = rows.map(middle);
    rows.forEach((row, place) => {
      const [from, to] = [slots[row.dataset.place] || slots[place], slots[place]];
      const [x, y] = [from.x - to.x, from.y - to.y];
      row.style.setProperty("--from-x", `${x}px`);
      row.style.setProperty("--from-y", `${y}px`);
      row.classList.toggle("wraps", x !== 0 && !row.dataset.gain); // from column to column it would cross other rows
      if (row.dataset.gain) fly(told, row, x, y, flights++);
    });
  }

  // Points start at the sum of open cards, at the card that won, or at the centre where there is none.
  function source({ seat }) {
    const its = `[data-seats~="${seat}"]`;
    const card = `.card${its}`;
    const places = [`.hand${its} .sum`, `${card} .face`, `${card} .word:not(.mended)`, `${card} .number`, ".reveal .cards"];
    return places.map((each) => document.querySelector(each)).find((each) => each && each.offsetParent);
  }

  function fly(told, row, x, y, number) {
    const start = source(row.dataset);
    if (!start) return;
    const [from, to] = [middle(start), middle(row.querySelector(".points"))];
    const [flight, points] = [document.createElement("p"), document.createElement("b")];
    flight.className = "flight";
    flight.ariaHidden = "true";
    points.textContent = `+${row.dataset.gain}`.replace("+-", "\u2212");
    flight.append(points);
    flight.style.left = `${from.x}px`;
    flight.style.top = `${from.y}px`;
    flight.style.setProperty("--to-x", `${to.x + x - from.x}px`);
    flight.style.setProperty("--to-y", `${to.y + y - from.y}px`);
    flight.style.setProperty("--sooner", `${SOONER * Math.min(number, 4)}ms`);
    told.append(flight);
  }

  // Progress

  function look() {
    for (const each of parts()) if (!begun.has(each.id)) begun.set(each.id, performance.now() + brought(each));
    parts().forEach(hurry);
    const told = document.querySelector(".told");
    if (!told || told === measured) return;
    measured = told;
    if (left(SCENES[0]) > 0) measure(told);
  }

  // How many ms of a scene are left.
  function left([selector, begins, lasts]) {
    const scene = document.querySelector(selector);
    const at = getComputedStyle(document.documentElement).getPropertyValue(begins);
    return scene ? 1_000 * parseFloat(at) + lasts - elapsed(scene) : 0;
  }

  // What was skipped stays skipped: new elements continue where those that they replace were.
  function hurry(each) {
    if (hurried(each.id) && written.get(each) !== brought(each)) bring(each, brought(each) - hurried(each.id));
  }

  function bring(each, elapsed) {
    each.style.setProperty("--elapsed", `${elapsed}ms`);
    written.set(each, brought(each));
  }

  // Skips to the end of the current scene: the reveal, then the game, then the evening.
  function skip() {
    const next = SCENES.find((scene) => left(scene) > 0);
    if (next) jump(left(next));
  }

  function jump(by) {
    for (const each of parts()) {
      skipped.set(each.id, hurried(each.id) + by);
      bring(each, brought(each) - by);
    }
    document.dispatchEvent(new Event("hurried"));
  }

  function pressed(event) {
    if (KEYS.includes(event.key) && !event.repeat && event.target === document.body) skip();
  }

  function start() {
    look();
    document.body.addEventListener("htmx:afterSwap", look);
    document.addEventListener("keydown", pressed);
    document.addEventListener("click", skip);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
