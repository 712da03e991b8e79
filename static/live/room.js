// Keeps the part of the page with id "live" at the room's newest version: says which messages of the stream, and which
// answers, apply to what the page shows. A page that is behind fetches its part (hx-get, on "stale").
"use strict";
companion.room = (() => {
  const { find, all, live, own: ownPart, is, isVisible } = companion.page;
  const { merge, stream } = companion;
  const BROUGHT = 500; // ms within which the stream sends a round that has begun, or what was just submitted
  /** @type {string | null} */
  let newest = null; // the room's version
  let owned = 0; // the version of the player's own part, which may be ahead of the rest
  let synced = false; // whether the page is complete, so that the next message of the stream applies
  /** @typedef {{ fresh: HTMLElement, timer: number }} Undrawn */
  /** @type {Undrawn | null} */
  let undrawn = null; // the part that a TV draws next
  let before = remembered(null); // of the page before an update
  let hadFocus = false; // whether anything on the page had the focus then

  /** @param {string} version */
  const expect = (version) => (newest = version);
  /** @param {number} version */
  const owns = (version) => (owned = version);
  /** @param {boolean} isComplete */
  const sync = (isComplete) => (synced = isComplete);

  const isBehind = () => newest !== null && Number(live().dataset.v) < Number(newest);
  const isOther = () => newest !== null && live().dataset.v !== newest;
  /** @param {number} version */
  const isAt = (version) => owned >= version;
  /** @param {XMLHttpRequest} xhr */
  const versionOf = (xhr) => xhr.getResponseHeader("X-Version") || "0";

  function inStep() {
    sync(true);
    stream.calm();
    document.dispatchEvent(new Event("live:instep"));
  }

  function refresh() {
    sync(false);
    htmx.trigger(live(), "stale");
  }

  /**
   * The answer to a press is empty: the stream has sent the page that version, or will in a moment.
   * @param {number} version
   */
  function follow(version) {
    if (!isAt(version)) setTimeout(() => isAt(version) || refresh(), BROUGHT);
  }

  // The version that the page shows, if the stream goes on from there.
  function follows() {
    return synced && stream.isOpen() ? live().dataset.v : undefined;
  }

  // Messages of the stream

  const receiver = {
    opening: () => sync(false),
    refresh,

    /** @param {MessageEvent<string>} event */
    message({ lastEventId, data }) {
      hear(lastEventId);
      if (!isOther()) inStep();
      else if (synced && isBehind() && data.startsWith("<")) show(data);
      else refresh();
    },

    /**
     * Players have submitted, and nothing else has happened in so many versions up to the newest.
     * @param {MessageEvent<string>} event
     */
    progress({ lastEventId, data }) {
      hear(lastEventId);
      const [versions, submitted, ...seats] = data.split(" ");
      const isNext = Number(live().dataset.v) >= Number(lastEventId) - Number(versions);
      if (synced && isBehind() && isNext) {
        live().dataset.v = lastEventId;
        merge.progress(submitted, seats);
      }
      if (!isOther()) inStep();
      else refresh();
    },

    /**
     * The player's own part, and its version.
     * @param {MessageEvent<string>} event
     */
    own({ data }) {
      draw();
      const end = data.lastIndexOf("\n");
      const version = Number(data.slice(end));
      if (isAt(version)) return;
      if (!synced) {
        expect(String(Math.max(Number(newest), version))); // what is being fetched may be older
        return;
      }
      owns(version);
      merge.replaceOwn(data.slice(0, end));
    },
  };

  /** @param {string} version */
  function hear(version) {
    draw();
    expect(version);
  }

  /**
   * A message holds the part that is common to all; before it comes the player's own part, if that changed. A TV draws
   * it in a task of its own, which is over before it hears of a later one: a part may bring scenes that none after it
   * has.
   * @param {string} html
   */
  function show(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const fresh = /** @type {HTMLElement} */ (box.content.lastElementChild);
    if (is("tv")) wait({ fresh, timer: setTimeout(draw) });
    else replace(fresh, box.content.firstElementChild);
  }

  function draw() {
    const last = wait(null);
    if (!last) return;
    clearTimeout(last.timer);
    if (synced) replace(last.fresh);
  }

  /**
   * Lets a part wait, and returns the one that did.
   * @param {Undrawn | null} next
   */
  function wait(next) {
    const last = undrawn;
    undrawn = next;
    return last;
  }

  /** @param {HTMLElement} fresh @param {Element | null} [first] */
  function replace(fresh, first) {
    const version = Number(fresh.dataset.v);
    if (merge.replace(fresh, first)) owns(version);
  }

  // Answers to requests

  /** @param {HtmxEvent} event */
  function beforeSend({ detail }) {
    const own = ownPart();
    if (detail.elt === live() && own) detail.path = own.dataset.address || "";
  }

  /** @param {HtmxEvent} event */
  function afterSend({ detail: { elt, successful, xhr, requestConfig } }) {
    if (requestConfig.verb !== "get" || elt.id === "obstacles") return;
    if (!successful || !/^\s*<div id="live"/.test(xhr.responseText)) stream.retry();
  }

  /**
   * Only our own answers may replace parts of the page: a proxy could answer instead.
   * @param {HtmxEvent} event
   */
  function beforeSwap({ detail }) {
    const { target, xhr } = detail;
    hadFocus = document.activeElement !== document.body;
    if (xhr && !isOurs(target, xhr)) detail.shouldSwap = false;
    else if (xhr && target.id === "own" && isLate(xhr)) detail.shouldSwap = false;
    else if (["live", "own"].includes(target.id)) before = remembered(live());
  }

  /** @param {HTMLElement} target @param {XMLHttpRequest} xhr */
  function isOurs(target, xhr) {
    const [, part] = xhr.responseText.match(/^\s*<\w+ id="(live|own|obstacles)"/) || [];
    return target.id === "message" || part === target.id;
  }

  /**
   * The stream may be ahead of the answer, or send the next round in a moment.
   * @param {XMLHttpRequest} xhr
   */
  function isLate(xhr) {
    if (synced && isAt(Number(versionOf(xhr)) + 1)) return true;
    if (xhr.responseText.includes(`data-place="${live().dataset.place}"`)) return false;
    expect(versionOf(xhr));
    setTimeout(() => isBehind() && refresh(), BROUGHT);
    return true;
  }

  /** @param {HtmxEvent} event */
  function afterSwap({ detail: { target, xhr } }) {
    if (!["live", "own"].includes(target.id)) return;
    const fresh = live();
    const own = ownPart();
    if (xhr) owns(Number(target.id === "live" ? fresh.dataset.v : versionOf(xhr)));
    if (own) merge.describe(fresh, own);
    restore();
    const who = document.querySelector(".bar .who");
    if (who && fresh.dataset.who) who.textContent = fresh.dataset.who; // the host may have renamed or merged players
    if (!fits(fresh)) location.reload();
    companion.clock.resume(stream.isBack());
    companion.clock.countDown();
    if (target.id === "live") companion.hold.hold(fresh);
    companion.hold.announceInTime();
  }

  /**
   * Whether what is outside the live part still belongs to it. Two players may have been made one.
   * @param {HTMLElement} fresh
   */
  function fits({ dataset: { seat, shape } }) {
    const isOther = before.seat && seat && seat !== before.seat;
    return !isOther && shape === before.shape;
  }

  /**
   * The room may have changed meanwhile. Until htmx has settled, the element handles no events.
   * @param {HtmxEvent} event
   */
  function afterSettle({ detail: { target } }) {
    keepFocus();
    if (target.id !== "live") return;
    if (isBehind()) refresh();
    else inStep();
  }

  // What the person at the page has in hand

  /** @param {HTMLElement | null} page */
  function remembered(page) {
    const { seat, shape } = page ? page.dataset : { seat: "", shape: "" };
    const active = page && page.contains(document.activeElement) && document.activeElement;
    const selects = page ? Array.from(page.querySelectorAll("select")) : [];
    return {
      seat,
      shape,
      focused: active ? active.id : "",
      picked: new Map(selects.map((each) => [each.id, each.value])), // what was chosen, by the ids of the fields
      unfolded: page ? all("details[open]", page).map((each) => each.id) : [],
    };
  }

  function restore() {
    const { focused, picked, unfolded } = before;
    for (const each of live().querySelectorAll("select")) pick(each, picked.get(each.id));
    for (const each of unfolded.map(find)) if (each) /** @type {HTMLDetailsElement} */ (each).open = true;
    if (focused && find(focused)) find(focused).focus();
  }

  /**
   * What was chosen stays chosen, as long as it is there to choose.
   * @param {HTMLSelectElement} select
   * @param {string | undefined} value
   */
  function pick(select, value) {
    const isThere = Array.from(select.options).some(
      (each) => each.value === value && !("in" in each.dataset),
    );
    if (isThere && value !== undefined) select.value = value;
  }

  // Where an update removes or hides the element with the focus, the new heading gets it, not the top of the page.
  function keepFocus() {
    const { activeElement } = document;
    if (!hadFocus || (activeElement && activeElement !== document.body && isVisible(activeElement))) return;
    const heading = all("#live h1, #live h2").find(isVisible);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  function start() {
    if (!live()) return;
    owns(Number(live().dataset.v));
    document.body.addEventListener("htmx:beforeSwap", beforeSwap);
    document.body.addEventListener("htmx:afterSwap", afterSwap);
    document.body.addEventListener("htmx:afterSettle", afterSettle);
    document.body.addEventListener("htmx:configRequest", beforeSend);
    document.body.addEventListener("htmx:afterRequest", afterSend);
    stream.follow(receiver);
  }

  document.addEventListener("DOMContentLoaded", start);
  return { refresh, follow, follows };
})();
