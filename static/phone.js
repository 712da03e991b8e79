// What a phone shows of the state that the server sends: one screen at a time. A verdict fills the screen until its
// player goes on; a card is chosen first and then laid; the page of who has won goes dark around the lamp. It vibrates when
// it tells something, but not for what it showed when it was opened. Without this script all of it stands one below the other.
"use strict";
(() => {
  const root = document.documentElement;
  const PLAYING = ["number", "list", "cards", "rest", "call", "watch"]; // screens that a verdict may cover
  const passedKey = `passed ${location.pathname}`;
  const FANFARES = { won: [90, 60, 90, 60, 90, 120, 600], shared: [90, 60, 90, 120, 400] }; // at the end of a game
  const SIGH = [400];
  const ended = new Set(); // ends that were told, by their keys
  let told = ""; // the id of the verdict that was shown last
  let chosen = ""; // the card that was chosen
  let place = ""; // the round that it was chosen for

  const live = () => document.getElementById("live");
  const own = () => document.getElementById("own");
  const verdict = () => live().querySelector(".outcome");
  const passed = () => store.tab.read(passedKey); // the id of the verdict that the player has left
  const typed = () => [...document.querySelectorAll(".entry input[type=text]")].some((each) => each.value);

  // The screen

  function update(first) {
    const { screen } = own().dataset;
    const [outcome, held] = [verdict(), "held" in live().dataset];
    if (outcome && (!PLAYING.includes(screen) || (first === true && typed()))) pass();
    // A truth comes late: it waits for the TV, and covers nothing that is typed.
    const isEarly = outcome && outcome.matches(".awaits-truth") && ("holdTruth" in live().dataset || typed());
    const telling = Boolean(outcome) && !isEarly && outcome.id !== passed();
    dress(screen);
    root.classList.toggle("asking", Boolean(live().querySelector(".asks")));
    root.classList.toggle("telling", telling);
    root.classList.toggle("held", telling && held);
    root.dataset.verdict = telling && !held ? outcome.dataset.kind : "";
    if (telling && !held) announce(outcome, first === true);
    choose();
  }

  function dress(screen) {
    if (screen === "away" && !root.classList.contains("at-away")) scrollTo(0, 0); // the button is at the foot of the page
    for (const each of [...root.classList]) if (each.startsWith("at-")) root.classList.remove(each);
    root.classList.add(`at-${screen}`);
    if (screen !== "number") document.querySelectorAll(".late").forEach((each) => each.remove());
  }

  // Once for each verdict, but not for what the page shows when it opens.
  function announce(outcome, silently) {
    if (told === outcome.id) return;
    told = outcome.id;
    scrollTo(0, 0);
    // One long buzz for points, two short ones for a number that somebody else had too.
    if (!silently && outcome.matches(".scored")) vibrate([120]);
    else if (!silently && outcome.matches(".disqualified")) vibrate([40, 80, 40]);
  }

  // Not with reduced motion, nor before the first tap, where browsers warn.
  function vibrate(pattern) {
    const touched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    if (navigator.vibrate && touched && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate(pattern);
  }

  // The end of a game, once the TV has told it; `silently`: the page opens with it.
  function end(silently) {
    const ending = live().querySelector(".ending[data-kind]");
    const { kind, key } = ending && (silently || !("hold" in live().dataset)) ? ending.dataset : {};
    root.classList.toggle("crowned", kind === "won" && !("hold" in live().dataset));
    if (kind && !ended.has(key) && !silently) vibrate(FANFARES[kind] || SIGH);
    if (kind) ended.add(key);
  }

  function pass() {
    if (verdict()) store.tab.write(passedKey, verdict().id);
  }

  function goOn() {
    document.querySelectorAll(".late").forEach((each) => each.remove());
    if (!root.classList.contains("telling")) return;
    pass();
    update();
  }

  // Keyboards: a digit goes on, and into the field

  function keyed(event) {
    if (!/^[0-9-]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select") || own().dataset.screen !== "number") return;
    document.getElementById("number").focus(); // the digit goes there
  }

  function isByKeyboard(event) {
    return event.detail === 0 || matchMedia("(pointer: fine)").matches;
  }

  function toNumber(event) {
    const number = document.getElementById("number");
    if (isByKeyboard(event) && number.offsetParent) number.focus();
  }

  // Cards

  const keys = () => [...own().querySelectorAll(".held .key[name]")];

  function choose(card) {
    if (place !== own().dataset.place || own().dataset.screen !== "cards") chosen = "";
    place = own().dataset.place;
    if (card) chosen = card.value;
    const lay = document.querySelector(".lay .send");
    const key = keys().find((each) => each.value === chosen && !each.disabled);
    for (const each of keys()) each.setAttribute("aria-pressed", String(each === key));
    for (const each of own().querySelectorAll(".rank")) each.classList.toggle("chosen", Boolean(key) && each.contains(key));
    const text = key ? lay.dataset.with.replace("{}", key.querySelector(".unseen").textContent) : lay.dataset.without;
    if (lay.textContent !== text) lay.textContent = text;
    lay.name = "number";
    lay.value = key ? key.value : "";
    lay.disabled = !key;
  }

  // Clicks

  function clicked(event) {
    const key = event.target.closest(".held .key[name]");
    const link = event.target.closest("a");
    if (key) {
      event.preventDefault();
      choose(key);
    } else if (link && link.matches(".onward .go")) {
      event.preventDefault();
      goOn();
      scrollTo(0, 0); // on a low screen the button stood further down than the cards
      toNumber(event);
    } else if (link && "share" in link.dataset && navigator.canShare) {
      event.preventDefault();
      share(link);
    } else if (link && link.matches("#change, #keep a")) {
      event.preventDefault();
      fetchPart(link.href, event);
    } else if (link && /^#./.test(link.getAttribute("href"))) {
      event.preventDefault();
      document.querySelector(link.getAttribute("href")).scrollIntoView();
    }
  }

  // The picture of the result; where it cannot be shared, the link shows it.
  async function share(link) {
    const image = Object.assign(new Image(), { src: link.href });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    const picture = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const files = [new File([picture], "result.png", { type: "image/png" })];
    if (navigator.canShare({ files })) navigator.share({ files }).catch(() => {}); // who thinks better of it has not failed
    else location.assign(link.href);
  }

  // In place, so that the address stays that of the room.
  function fetchPart(address, event) {
    htmx.ajax("GET", address, { target: "#live", swap: "outerHTML" }).then(() => toNumber(event));
  }

  function start() {
    if (location.search) history.replaceState(null, "", location.pathname);
    update(true);
    end(true);
    document.body.addEventListener("htmx:afterSwap", update);
    for (const name of ["told", "htmx:afterSwap"]) document.addEventListener(name, () => end()); // told: by hold.js
    new MutationObserver(update).observe(document.querySelector("main"), { attributeFilter: ["data-held", "data-hold", "data-hold-truth"], subtree: true });
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", keyed);
    for (const form of document.querySelectorAll(".entry")) {
      form.addEventListener("input", goOn);
      form.addEventListener("focusin", goOn);
    }
  }

  document.addEventListener("DOMContentLoaded", start);
})();
