// The host types here which Wi-Fi phones are to join (wifi.js). Nothing of it is sent: the fields have no names.
"use strict";
(() => {
  const MOST_BYTES = 32; // of the name of a network
  const [FEWEST, MOST] = [8, 64]; // characters of a password: 8 to 63, or 64 hexadecimal digits

  const find = (id) => document.getElementById(id);
  const form = () => find("wifi");

  const TEXTS = { name: "wifi-name", password: "wifi-password" };
  const TICKS = { open: "wifi-open", hidden: "wifi-hidden", letters: "wifi-letters" };

  function typed() {
    const found = {};
    for (const key of Object.keys(TEXTS)) found[key] = find(TEXTS[key]).value;
    for (const key of Object.keys(TICKS)) found[key] = find(TICKS[key]).checked;
    return found.open ? Object.assign(found, { password: "", letters: false }) : found;
  }

  function fill() {
    const kept = wifi.load();
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
    const shown = Boolean(wifi.load()) && !find("wifi-box").open;
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
    try {
      wifi.save(typed());
    } catch {
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
    wifi.forget();
    fill();
    find("wifi-box").querySelector("summary").focus();
  }

  function start() {
    if (!form()) return;
    fill();
    form().addEventListener("submit", save);
    find("wifi-box").addEventListener("toggle", fold);
    find("wifi-change").addEventListener("click", change);
    find("wifi-forget").addEventListener("click", forget);
    find("wifi-eye").addEventListener("click", () => show(find("wifi-password").type === "password"));
    find("wifi-open").addEventListener("change", arrange);
    wifi.onChange(fill);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
