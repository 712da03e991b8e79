// Keeps the page at the room's newest version. The room's stream says which version that is; if the
// part of the page with id "live" shows another, it fetches itself anew (hx-get, on "stale").
"use strict";
(() => {
  const QUIET = 40_000; // ms: the stream repeats itself every 15 s, so by then the line is dead
  const SLOWEST = 8_000; // ms between two attempts, at the most
  const shown = new Map(); // what has been animated already, and since when
  let stream = null;
  let newest = null;
  let failures = 0;
  let timer = 0;
  let watchdog = 0;

  const live = () => document.getElementById("live");
  const page = performance.now();

  function later(act) {
    clearTimeout(timer);
    const pause = Math.min(SLOWEST, 250 * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    timer = setTimeout(act, pause);
  }

  function connected(yes) {
    document.getElementById("link").hidden = yes;
    if (yes) failures = 0;
  }

  // Always compares with what the page shows, never with what was once fetched: a fetch may have failed.
  function refresh(outdated) {
    if (newest !== null && outdated(Number(live().dataset.v), Number(newest))) htmx.trigger(live(), "stale");
  }

  function open() {
    close();
    if (document.hidden || !live()) return;
    stream = new EventSource(live().dataset.stream);
    watch();
    stream.onmessage = (event) => {
      connected(true);
      watch();
      newest = event.data;
      refresh((here, there) => here !== there);
    };
    stream.onerror = lost;
  }

  function close() {
    clearTimeout(timer);
    clearTimeout(watchdog);
    if (stream) stream.close();
    stream = null;
  }

  function lost() {
    close();
    if (failures > 0) connected(false);
    later(open);
  }

  function watch() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, QUIET);
  }

  // An update replaces elements whose animation may still run: the new ones go on where the old ones were.
  function resume(now) {
    for (const each of document.querySelectorAll("[data-once]")) {
      if (!shown.has(each.id)) shown.set(each.id, now);
      each.style.setProperty("--elapsed", `${shown.get(each.id) - performance.now()}ms`);
    }
  }

  function settle() {
    const fresh = live();
    const news = document.getElementById("news");
    if (news.textContent !== fresh.dataset.news) news.textContent = fresh.dataset.news;
    const number = document.getElementById("number");
    if (number && fresh.dataset.keys) number.inputMode = fresh.dataset.keys;
    resume(performance.now());
  }

  function say(sentence) {
    document.getElementById("said").textContent = sentence;
  }

  async function stayAwake() {
    if (document.body.classList.contains("tv") && navigator.wakeLock) {
      await navigator.wakeLock.request("screen").catch(() => {});
    }
  }

  function start() {
    document.documentElement.classList.add("js");
    if (!live()) return;
    resume(page - 60_000); // what is there when the page opens has been seen
    document.body.addEventListener("htmx:afterSwap", settle);
    // The room may have gone on while the update was on its way. Before it has settled it hears nothing.
    document.body.addEventListener("htmx:afterSettle", () => refresh((here, there) => here < there));
    document.body.addEventListener("htmx:afterRequest", (event) => {
      const { elt, successful, xhr } = event.detail;
      if (elt === live() || elt.id === "live") {
        if (!successful) later(open); // opening says the newest version again, and so tries again
      } else if (successful) {
        say("");
        if (elt.id === "entry") elt.reset();
      } else if (!xhr.status) say(document.body.dataset.lost);
    });
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : back()));
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => event.persisted && back());
    addEventListener("online", back);
    addEventListener("offline", () => connected(false));
    open();
    stayAwake();
  }

  function back() {
    failures = 0;
    open();
    stayAwake();
  }

  document.addEventListener("DOMContentLoaded", start);
})();
