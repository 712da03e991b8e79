// The Wi-Fi that phones are to join. The host types it on the host screen, and the TV shows a QR code that joins it.
// It is kept in this browser alone, and never sent: the fields have no names.
"use strict";
(() => {
  const KEY = "wifi";
  const MOST_BYTES = 32; // of the name of a network
  const [FEWEST, MOST] = [8, 64]; // characters of a password: 8 to 63, or 64 hexadecimal digits
  const TEXTS = { name: "wifi-name", password: "wifi-password" };
  const TICKS = { open: "wifi-open", hidden: "wifi-hidden", letters: "wifi-letters" };
  const LONG = 16; // characters of a name that is written smaller
  const MARGIN = 4; // modules around a code as it is drawn
  // What is shown of it at most, as a part of the code: so those of usual lengths are equally large.
  const QUIET = 0.138;

  const { find, all } = companion.page;
  const form = () => /** @type {HTMLFormElement} */ (document.getElementById("wifi"));
  /** @param {string} id */
  const field = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const box = () => /** @type {HTMLDetailsElement} */ (document.getElementById("wifi-box"));

  /**
   * @typedef {object} Network
   * @property {string} name
   * @property {string} password
   * @property {boolean} open
   * @property {boolean} hidden
   * @property {boolean} letters whether all may read the password
   */
  /** @returns {Network | null} */
  const load = () => store.browser.read(KEY);

  // On the host screen

  /** @returns {Network} */
  function typed() {
    const texts = Object.entries(TEXTS).map(([key, id]) => [key, field(id).value]);
    const ticks = Object.entries(TICKS).map(([key, id]) => [key, field(id).checked]);
    const found = Object.fromEntries([...texts, ...ticks]);
    return found.open ? Object.assign(found, { password: "", letters: false }) : found;
  }

  function fill() {
    const kept = load();
    const known = new Map(Object.entries(kept || {}));
    for (const [key, id] of Object.entries(TEXTS)) field(id).value = String(known.get(key) || "");
    for (const [key, id] of Object.entries(TICKS)) field(id).checked = Boolean(known.get(key));
    find("wifi-shown").textContent = kept ? kept.name : "";
    say("");
    show(false);
    arrange();
    fold();
  }

  // What the TV shows already is one line, until it is to be changed.
  function fold() {
    const shown = Boolean(load()) && !box().open;
    find("wifi-kept").hidden = !shown;
    box().hidden = shown;
  }

  // An open network has no password.
  function arrange() {
    for (const each of all(".locked", form())) each.hidden = field("wifi-open").checked;
  }

  /** @param {boolean} visible */
  function show(visible) {
    const eye = find("wifi-eye");
    field("wifi-password").type = visible ? "text" : "password";
    eye.textContent = (visible ? eye.dataset.hide : eye.dataset.show) || "";
    eye.setAttribute("aria-pressed", String(visible));
  }

  /**
   * The name of the sentence that says what is wrong; empty if nothing is.
   * @param {Network} network
   */
  function wrong({ name, password, open }) {
    if (!name) return "nameless";
    if (new TextEncoder().encode(name).length > MOST_BYTES) return "long";
    const fits = password.length >= FEWEST && (password.length < MOST || /^[0-9a-f]{64}$/i.test(password));
    return open || fits ? "" : "password";
  }

  /** @param {string} name */
  function say(name) {
    find("wifi-said").textContent = form().dataset[name] || "";
  }

  /** @param {Event} event */
  function save(event) {
    event.preventDefault();
    const fault = wrong(typed());
    if (fault) return say(fault);
    if (!store.browser.write(KEY, typed())) {
      store.browser.write(KEY, null); // the TV is a page of its own, and would not find it
      return say("lost");
    }
    box().open = false;
    fill();
    return find("wifi-change").focus();
  }

  function change() {
    box().open = true;
    fold();
    find("wifi-name").focus();
  }

  function forget() {
    store.browser.write(KEY, null);
    fill();
    /** @type {HTMLElement} */ (box().querySelector("summary")).focus();
  }

  // On the TV

  /**
   * As phones read it from a QR code. What looks like hexadecimal is not put in quotes: iPhones take them for a part
   * of it.
   * @param {Network} network
   */
  function text({ name, password, open, hidden }) {
    const escaped = (/** @type {string} */ value) => value.replace(/[\\;,:"]/g, "\\$&");
    const key = open ? "T:nopass" : "T:WPA";
    return `WIFI:${key};S:${escaped(name)};${open ? "" : `P:${escaped(password)};`}${hidden ? "H:true;" : ""};`;
  }

  function draw() {
    const kept = load();
    document.documentElement.classList.toggle("joins", Boolean(kept));
    const door = document.querySelector("#live .door.wifi");
    if (!door) return;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (door.querySelector(name));
    const password = kept && kept.letters && !kept.open ? kept.password : null;
    part(".network").textContent = kept ? kept.name : "";
    part(".label").classList.toggle("long", Boolean(kept && kept.name.length > LONG));
    part(".letters").hidden = password === null;
    part(".letters bdi").textContent = password || "";
    part(".qr").textContent = "";
    if (kept) part(".qr").append(qr(text(kept)));
    /** @type {NodeListOf<SVGSVGElement>} */
    const drawn = document.querySelectorAll("#live .door svg");
    if (kept) for (const each of drawn) frame(each);
  }

  /** @param {SVGSVGElement} drawn */
  function frame(drawn) {
    if (drawn.viewBox.baseVal.x) return; // is framed already
    const modules = drawn.viewBox.baseVal.width - 2 * MARGIN;
    const margin = Math.min(QUIET * modules, MARGIN);
    drawn.setAttribute(
      "viewBox",
      [MARGIN - margin, MARGIN - margin, modules + 2 * margin, modules + 2 * margin].join(" "),
    );
  }

  function start() {
    const isTyped = Boolean(form());
    const follow = isTyped ? fill : draw;
    follow();
    addEventListener("storage", ({ key }) => (key === KEY || key === null) && follow()); // another page has changed it
    if (!isTyped) return document.body.addEventListener("htmx:afterSwap", draw);
    form().addEventListener("submit", save);
    box().addEventListener("toggle", fold);
    find("wifi-change").addEventListener("click", change);
    find("wifi-forget").addEventListener("click", forget);
    find("wifi-eye").addEventListener("click", () => show(field("wifi-password").type === "password"));
    return find("wifi-open").addEventListener("change", arrange);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
