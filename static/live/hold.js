// What waits for the TV: as long as it has not told, the page covers it, and screen readers do not hear of it.
"use strict";
companion.hold = (() => {
  const { find, all, live, is, spoken } = companion.page;
  const HELD = ["holdRound", "holdTruth", "hold"]; // ms until the TV has told the round, its truth, ...
  /** @type {number[]} */
  let timers = []; // of what is held
  /** @type {string[]} */
  let announced = []; // what was said last

  /**
   * The style sheet covers what is held as long as the attributes are there.
   * @param {HTMLElement} page the live part
   */
  function hold(page) {
    for (const each of timers) clearTimeout(each);
    const held = HELD.filter((name) => name in page.dataset);
    timers = held.map((name) => setTimeout(() => uncover(page, name), Number(page.dataset[name])));
    if (held.includes("holdRound")) page.dataset.held = ""; // a player's verdict
  }

  /** @param {HTMLElement} page @param {string} name */
  function uncover(page, name) {
    delete page.dataset[name];
    if (name === "holdRound") delete page.dataset.held;
    page.dataset.told = "";
    if (name !== "hold") return;
    announce();
    document.dispatchEvent(new Event("told")); // the end of a game
  }

  /**
   * On the TV itself: the last scene has told its result. Later messages lack it; then the end of the queue tells.
   * @param {CustomEvent<HTMLElement>} event of the scene
   */
  function toldByTv(event) {
    const box = /** @type {HTMLTemplateElement | null} */ (document.getElementById("scenes"));
    const last = box && /** @type {HTMLElement | null} */ (box.content.lastElementChild);
    if (last && last.dataset.key === event.detail.dataset.key) announce();
  }

  // For screen readers: what is new since the last time. Until the TV has told, only that the own number is in.
  function announce() {
    const isHeld = "hold" in live().dataset && !is("tv");
    const found = all(isHeld ? "#own .big" : ".outcome > h1, .outcome > p, #own .big", live());
    const news = isHeld ? "" : live().dataset.news;
    const fresh = unsaid([news || "", ...found.map(spoken)].filter(Boolean));
    if (fresh.length) find("news").textContent = fresh.join(" ");
  }

  /** @param {string[]} words */
  function unsaid(words) {
    const fresh = words.filter((each) => !announced.includes(each));
    announced = words;
    return fresh;
  }

  // A TV announces what has come after its scene (scenes.js).
  function announceInTime() {
    if (is("tv")) setTimeout(() => is("playing") || announce());
    else announce();
  }

  function start() {
    if (!live()) return;
    hold(live());
    if (!("hold" in live().dataset)) unsaid([live().dataset.news || ""]); // the page itself is read
    document.addEventListener("tv:announced", toldByTv);
    document.addEventListener("tv:rest", announce);
  }

  document.addEventListener("DOMContentLoaded", start);
  return { hold, announceInTime };
})();
