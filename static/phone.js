// What a phone shows of the state that the server sends: one screen at a time. A verdict fills the screen until its
// player goes on; a card is chosen first and then laid; the page of who has won goes dark around the lamp. It
// vibrates when it tells something, but not for what it showed when it was opened. Without this script all of it
// stands one below the other.
"use strict";
(() => {
  const { find, all, live } = companion.page;
  const root = document.documentElement;
  const PLAYING = ["number", "list", "cards", "rest", "call", "watch"]; // screens that a verdict may cover
  const passedKey = `passed ${location.pathname}`;
  /** @type {Record<string, number[]>} */
  const FANFARES = { won: [90, 60, 90, 60, 90, 120, 600], shared: [90, 60, 90, 120, 400] }; // at the end of a game
  const SIGH = [400];
  const ended = new Set(); // ends that were told, by their keys
  let told = ""; // the id of the verdict that was shown last
  let chosen = ""; // the card that was chosen
  let place = ""; // the round that it was chosen for

  const own = () => find("own");
  const verdict = () => /** @type {HTMLElement | null} */ (live().querySelector(".outcome"));
  const passed = () => store.tab.read(passedKey); // the id of the verdict that the player has left
  /** @param {string} selector @param {ParentNode} [within] */
  const buttons = (selector, within) => /** @type {HTMLButtonElement[]} */ (all(selector, within));
  const typed = () => inputs().some((each) => each.value);
  const inputs = () => /** @type {HTMLInputElement[]} */ (all(".entry input[type=text]"));

  // The screen

  /** @param {unknown} [first] true: the page opens with it */
  function update(first) {
    const { screen = "" } = own().dataset;
    const [outcome, held] = [verdict(), "held" in live().dataset];
    if (outcome && (!PLAYING.includes(screen) || (first === true && typed()))) pass();
    // A truth comes late: it waits for the TV, and covers nothing that is typed.
    const isEarly = outcome && outcome.matches(".awaits-truth") && ("holdTruth" in live().dataset || typed());
    const telling = outcome && !isEarly && outcome.id !== passed() ? outcome : null;
    dress(screen);
    root.classList.toggle("asking", Boolean(live().querySelector(".host-question")));
    root.classList.toggle("telling", Boolean(telling));
    root.classList.toggle("held", Boolean(telling && held));
    root.dataset.verdict = telling && !held ? telling.dataset.kind : "";
    if (telling && !held) announce(telling, first === true);
    choose();
  }

  /** @param {string} screen */
  function dress(screen) {
    // The button that leads there is at the foot of the page.
    if (screen === "away" && !root.classList.contains("at-away")) scrollTo(0, 0);
    for (const each of [...root.classList]) if (each.startsWith("at-")) root.classList.remove(each);
    root.classList.add(`at-${screen}`);
    if (screen !== "number") document.querySelectorAll(".late").forEach((each) => each.remove());
  }

  /**
   * Once for each verdict, but not for what the page shows when it opens.
   * @param {HTMLElement} outcome
   * @param {boolean} silently
   */
  function announce(outcome, silently) {
    if (told === outcome.id) return;
    told = outcome.id;
    scrollTo(0, 0);
    // One long buzz for points, two short ones for a number that somebody else had too.
    if (!silently && outcome.matches(".scored")) vibrate([120]);
    else if (!silently && outcome.matches(".disqualified")) vibrate([40, 80, 40]);
  }

  /**
   * Not with reduced motion, nor before the first tap, where browsers warn.
   * @param {number[]} pattern
   */
  function vibrate(pattern) {
    const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (navigator.vibrate && touched && !isStill) navigator.vibrate(pattern);
  }

  /**
   * The end of a game, once the TV has told it; `silently`: the page opens with it.
   * @param {boolean} [silently]
   */
  function end(silently) {
    const ending = /** @type {HTMLElement | null} */ (live().querySelector(".ending[data-kind]"));
    const isTold = silently || !("hold" in live().dataset);
    const { kind = "", key = "" } = ending && isTold ? ending.dataset : {};
    const isShown = own().dataset.screen !== "seated";
    const isDark = isShown && Boolean(ending && ending.matches(".won, .evening"));
    root.classList.toggle("crowned", isDark && !("hold" in live().dataset));
    if (kind && !ended.has(key) && !silently) vibrate(FANFARES[kind] || SIGH);
    if (kind) ended.add(key);
  }

  function pass() {
    const outcome = verdict();
    if (outcome) store.tab.write(passedKey, outcome.id);
  }

  function goOn() {
    document.querySelectorAll(".late").forEach((each) => each.remove());
    if (!root.classList.contains("telling")) return;
    pass();
    update();
  }

  // Keyboards: a digit goes on, and into the field

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    if (!/^[0-9-]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/** @type {Element} */ (event.target).matches("input, select") || own().dataset.screen !== "number")
      return;
    find("number").focus(); // the digit goes there
  }

  /** @param {UIEvent} event */
  function isByKeyboard(event) {
    return event.detail === 0 || matchMedia("(pointer: fine)").matches;
  }

  /** @param {UIEvent} event */
  function toNumber(event) {
    const number = find("number");
    if (isByKeyboard(event) && number.offsetParent) number.focus();
  }

  // Cards

  const keys = () => buttons(".held .key[name]", own());

  /** @param {HTMLButtonElement} [card] */
  function choose(card) {
    if (place !== own().dataset.place || own().dataset.screen !== "cards") chosen = "";
    place = own().dataset.place || "";
    if (card) chosen = card.value;
    const [lay] = buttons(".lay .send");
    const key = keys().find((each) => each.value === chosen && !each.disabled);
    for (const each of keys()) each.setAttribute("aria-pressed", String(each === key));
    for (const each of all(".rank", own()))
      each.classList.toggle("chosen", Boolean(key && each.contains(key)));
    const text = (key ? texts(lay).with.replace("{}", nameOf(key)) : texts(lay).without) || "";
    if (lay.textContent !== text) lay.textContent = text;
    lay.name = "number";
    lay.value = key ? key.value : "";
    lay.disabled = !key;
  }

  /** @param {HTMLElement} button */
  const texts = (button) => /** @type {Record<string, string>} */ (button.dataset);
  /** @param {HTMLElement} key */
  const nameOf = (key) => /** @type {Element} */ (key.querySelector(".unseen")).textContent || "";

  // Clicks

  /** @param {MouseEvent} event */
  function clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const key = /** @type {HTMLButtonElement | null} */ (target.closest(".held .key[name]"));
    const link = target.closest("a");
    if (key) {
      event.preventDefault();
      choose(key);
    } else if (link && link.matches(".onward .go")) {
      event.preventDefault();
      goOn();
      scrollTo(0, 0); // on a low screen the button stood further down than the cards
      toNumber(event);
    } else if (link && "share" in link.dataset && "canShare" in navigator) {
      event.preventDefault();
      share(link);
    } else if (link && link.matches("#change, #keep a")) {
      event.preventDefault();
      fetchPart(link.href, event);
    } else if (link && /^#./.test(link.getAttribute("href") || "")) {
      event.preventDefault();
      /** @type {Element} */ (document.querySelector(link.getAttribute("href") || "")).scrollIntoView();
    }
  }

  /**
   * The picture of the result; where it cannot be shared, the link shows it.
   * @param {HTMLAnchorElement} link
   */
  async function share(link) {
    const image = Object.assign(new Image(), { src: link.href });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0);
    /** @type {Blob} */
    const picture = await new Promise((done) => canvas.toBlob((blob) => blob && done(blob), "image/png"));
    const files = [new File([picture], "result.png", { type: "image/png" })];
    if (!navigator.canShare({ files })) location.assign(link.href);
    else navigator.share({ files }).catch(() => {}); // who thinks better of it has not failed
  }

  /**
   * In place, so that the address stays that of the room.
   * @param {string} address
   * @param {UIEvent} event
   */
  function fetchPart(address, event) {
    htmx.ajax("GET", address, { target: "#live", swap: "outerHTML" }).then(() => toNumber(event));
  }

  function start() {
    if (location.search) history.replaceState(null, "", location.pathname);
    update(true);
    end(true);
    document.body.addEventListener("htmx:afterSwap", update);
    for (const name of ["told", "htmx:afterSwap"]) document.addEventListener(name, () => end()); // told: by hold.js
    new MutationObserver(update).observe(/** @type {Element} */ (document.querySelector("main")), {
      attributeFilter: ["data-held", "data-hold", "data-hold-truth"],
      subtree: true,
    });
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", keyed);
    for (const form of document.querySelectorAll(".entry")) {
      form.addEventListener("input", goOn);
      form.addEventListener("focusin", goOn);
    }
  }

  document.addEventListener("DOMContentLoaded", start);
})();
