// The connection to the room's stream: it is opened again when it is lost, and watched, as it may die without a word.
// The page says when the server does not answer.
"use strict";
companion.stream = (() => {
  const { find, live, is } = companion.page;
  const QUIET = 40_000; // ms: the stream repeats itself every 15 s, so by then the connection is dead
  const SILENT = 20_000; // ms without the server until the page says so in full
  const SLOWEST = 8_000; // ms between two attempts at most
  const root = document.documentElement;
  const retrying = alarm();
  const watchdog = alarm();
  const silence = alarm(); // it is on until the server answers
  /**
   * @typedef {object} Receiver what becomes of what the stream sends
   * @property {() => void} opening
   * @property {() => void} refresh
   * @property {(event: MessageEvent<string>) => void} message
   * @property {(event: MessageEvent<string>) => void} progress
   * @property {(event: MessageEvent<string>) => void} own
   */
  /** @type {Receiver} */
  let receiver;
  /** @type {EventSource | null} */
  let source = null;
  let failures = 0;
  let brief = ""; // what the page says until the server was silent for long
  let returned = false; // whether the page was hidden: then the next update is not animated

  /** @param {EventSource | null} next */
  const connect = (next) => (source = next);
  /** @param {number} times in a row */
  const failed = (times) => (failures = times);
  /** @param {boolean} isSo */
  const away = (isSo) => (returned = isSo);

  // One timer: a new one replaces it, and null ends it.
  function alarm() {
    let timer = 0;
    return {
      /** @param {(() => void) | null} act @param {number} [wait] */
      set(act, wait) {
        clearTimeout(timer);
        timer = act ? setTimeout(act, wait) : 0;
      },
      isOn: () => timer > 0,
    };
  }

  // The connection

  function open() {
    close();
    receiver.opening();
    if (document.hidden) return;
    const opened = new EventSource(live().dataset.stream || "");
    connect(opened);
    watch();
    opened.onmessage = hear(receiver.message);
    opened.addEventListener("progress", hear(receiver.progress));
    opened.addEventListener("own", hear(receiver.own));
    opened.addEventListener("react", hear(thrown));
    opened.onerror = lost;
  }

  /** @param {(event: MessageEvent<string>) => void} act */
  function hear(act) {
    return (/** @type {MessageEvent<string>} */ event) => {
      watch();
      answers();
      find("link").hidden = true;
      act(event);
    };
  }

  /** @param {MessageEvent<string>} event what a phone has thrown at the TV (thrown.js) */
  function thrown({ data }) {
    document.dispatchEvent(new CustomEvent("tv:thrown", { detail: data }));
  }

  function close() {
    retrying.set(null);
    watchdog.set(null);
    if (source) source.close();
    connect(null);
  }

  function watch() {
    watchdog.set(lost, QUIET);
  }

  function lost() {
    close();
    if (failures > 0) unlinked();
    if (failures > 1) receiver.refresh(); // perhaps only streams are blocked
    retry();
  }

  // Each failure in a row waits longer; the count is reset when the page shows the newest version.
  function retry() {
    retrying.set(open, Math.min(SLOWEST, 250 * 2 ** failures) * (0.5 + Math.random() / 2));
    failed(failures + 1);
  }

  function calm() {
    away(false);
    failed(0);
    answers();
  }

  function back() {
    failed(0);
    away(true);
    open();
  }

  function gone() {
    away(true);
    unlinked();
  }

  // What the page says

  // The server does, even if perhaps not with a stream.
  function answers() {
    silence.set(null);
    if (brief) find("link").textContent = brief;
    root.classList.remove("silent");
  }

  function unlinked() {
    find("link").hidden = false;
    if (!silence.isOn()) silence.set(sayGone, SILENT);
  }

  // It takes room of its own (--link), so that it covers nothing.
  function sayGone() {
    const link = find("link");
    brief = link.textContent || "";
    link.textContent = link.dataset.gone || "";
    root.classList.add("silent");
    makeRoom();
    const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
    fetch(icon.href, { cache: "no-store", redirect: "manual" }).then(sayPortal, () => {});
  }

  /**
   * A Wi-Fi that wants a sign-in answers with a page of its own, or leads to it.
   * @param {Response} answer
   */
  function sayPortal(answer) {
    const isPage = answer.ok && !/svg/.test(String(answer.headers.get("Content-Type")));
    const isOther = answer.type === "opaqueredirect" || answer.status === 511 || isPage;
    if (!isOther || !silence.isOn()) return;
    find("link").textContent = find("link").dataset.portal || "";
    makeRoom();
  }

  function makeRoom() {
    root.style.setProperty("--link", `${find("link").offsetHeight}px`);
  }

  // Begins

  /** @param {Receiver} by */
  function follow(by) {
    receiver = by;
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : back()));
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => event.persisted && back());
    addEventListener("online", back);
    addEventListener("offline", gone);
    open();
  }

  function start() {
    root.classList.add("js");
    // a player's page on a shared phone: going back must not show what was typed
    addEventListener("pageshow", (event) => event.persisted && is("secret") && location.reload());
  }

  document.addEventListener("DOMContentLoaded", start);
  return { follow, retry, calm, isOpen: () => source !== null, isBack: () => returned };
})();
