// The Wi-Fi that phones are to join. The host types it on the host screen, and the TV shows a QR code that joins it. It is
// kept in this browser alone, and never sent: the fields have no names.
"use strict";
(() => {
  const KEY = "wifi";
  const MOST_BYTES = 32; // of the name of a network
  const [FEWEST, MOST] = [8, 64]; // characters of a password: 8 to 63, or 64 hexadecimal digits
  const TEXTS = { name: "wifi-name", password: "wifi-password" };
  const TICKS = { open: "wifi-open", hidden: "wifi-hidden", letters: "wifi-letters" };
  const LONG = 16; // characters of a name that is written smaller
  const MARGIN = 4; // modules around a code as it is drawn
  const QUIET = 0.138; // what is shown of it at most, as a part of the code: so those of usual lengths are equally large

  const find = (id) => document.getElementById(id);
  const form = () => find("wifi");

  // An object with `name`, `password`, `open`, `hidden` and `letters` (whether all may read the password), or null.
  const load = () => store.browser.read(KEY);

  // On the host screen

  function typed() {
    const found = {};
    for (const key of Object.keys(TEXTS)) found[key] = find(TEXTS[key]).value;
    for (const key of Object.keys(TICKS)) found[key] = find(TICKS[key]).checked;
    return found.open ? Object.assign(found, { password: "", letters: false }) : found;
  }

  function fill() {
    const kept = load();
    for (const key of Object.keys(TEXTS)) find(TEXTS[key]).value = kept ? kept[key] : "";
    for (const key of Object.keys(TICKS)) find(TICKS[key]).checked = Boolean(kept && kept[key]);
    find("wifi-shown").textContent = kept ? kept.name : "";
    say("");
    show(false);
    arrange();
    fold();
  }

  // What the TV shows already is one line, until it is to be changed.
  function fold() {
    const shown = Boolean(load()) && !find("wifi-box").open;
    find("wifi-kept").hidden = !shown;
    find("wifi-box").hidden = shown;
  }

  // An open network has no password.
  function arrange() {
    for (const each of form().querySelectorAll(".locked")) each.hidden = find("wifi-open").checked;
  }

  function show(visible) {
    const eye = find("wifi-eye");
    find("wifi-password").type = visible ? "text" : "password";
    eye.textContent = visible ? eye.dataset.hide : eye.dataset.show;
    eye.setAttribute("aria-pressed", String(visible));
  }

  // The name of the sentence that says what is wrong; empty if nothing is.
  function wrong({ name, password, open }) {
    if (!name) return "nameless";
    if (new TextEncoder().encode(name).length > MOST_BYTES) return "long";
    const fits = password.length >= FEWEST && (password.length < MOST || /^[0-9a-f]{64}$/i.test(password));
    return open || fits ? "" : "password";
  }

  function say(name) {
    find("wifi-said").textContent = form().dataset[name] || "";
  }

  function save(event) {
    event.preventDefault();
    const fault = wrong(typed());
    if (fault) return say(fault);
    if (!store.browser.write(KEY, typed())) {
      store.browser.write(KEY, null); // the TV is a page of its own, and would not find it
      return say("lost");
    }
    find("wifi-box").open = false;
    fill();
    return find("wifi-change").focus();
  }

  function change() {
    find("wifi-box").open = true;
    fold();
    find("wifi-name").focus();
  }

  function forget() {
    store.browser.write(KEY, null);
    fill();
    find("wifi-box").querySelector("summary").focus();
  }

  // On the TV

  // As phones read it from a QR code. What looks like hexadecimal is not put in quotes: iPhones take them for a part of it.
  function text({ name, password, open, hidden }) {
    const escaped = (value) => value.replace(/[\\;,:"]/g, "\\$&");
    const key = open ? "T:nopass" : "T:WPA";
    return `WIFI:${key};S:${escaped(name)};${open ? "" : `P:${escaped(password)};`}${hidden ? "H:true;" : ""};`;
  }

  function draw() {
    const kept = load();
    document.documentElement.classList.toggle("joins", Boolean(kept));
    const box = document.querySelector("#live .door.wifi");
    if (!box) return;
    const part = (name) => box.querySelector(name);
    const letters = Boolean(kept && kept.letters && !kept.open);
    part(".network").textContent = kept ? kept.name : "";
    part(".label").classList.toggle("long", Boolean(kept) && kept.name.length > LONG);
    part(".letters").hidden = !letters;
    part(".letters bdi").textContent = letters ? kept.password : "";
    part(".qr").textContent = "";
    if (kept) part(".qr").append(qr(text(kept)));
    if (kept) for (const each of document.querySelectorAll("#live .door svg")) frame(each);
  }

  function frame(drawn) {
    if (drawn.viewBox.baseVal.x) return; // is framed already
    const modules = drawn.viewBox.baseVal.width - 2 * MARGIN;
    const margin = Math.min(QUIET * modules, MARGIN);
    drawn.setAttribute("viewBox", [MARGIN - margin, MARGIN - margin, modules + 2 * margin, modules + 2 * margin].join(" "));
  }

  function start() {
    const isTyped = Boolean(form());
    const follow = isTyped ? fill : draw;
    follow();
    addEventListener("storage", ({ key }) => (key === KEY || key === null) && follow()); // another page has changed it
    if (!isTyped) return document.body.addEventListener("htmx:afterSwap", draw);
    form().addEventListener("submit", save);
    find("wifi-box").addEventListener("toggle", fold);
    find("wifi-change").addEventListener("click", change);
    find("wifi-forget").addEventListener("click", forget);
    find("wifi-eye").addEventListener("click", () => show(find("wifi-password").type === "password"));
    return find("wifi-open").addEventListener("change", arrange);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
