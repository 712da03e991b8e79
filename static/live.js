// Keeps the part of the page with id "live" at the room's newest version. The room's stream sends that part to
// TVs and phones, the same to all phones; the player's own part is merged into it here. While a round is played,
// phones are sent only who is in, and each its own part when that has changed.
// Other pages are sent only the version, and a page that is behind fetches its part (hx-get, on "stale").
"use strict";
(() => {
  const QUIET = 40_000; // ms: the stream repeats itself every 15 s, so by then the connection is dead
  const SILENT = 20_000; // ms without the server until the page says so in full
  const SLOWEST = 8_000; // ms between two attempts at most
  const SECOND_TAP = 600; // ms within which a tap is meant for the button that was there before
  const TYPED = ["entry", "list", "number"]; // forms with text fields
  const PLAYS = ["entry", "list", "pad", "call"]; // what the stream tells the page of, without an answer
  const LAID = ["pad", "call", "admit", "deny"]; // forms of buttons, where people tap one after another
  const BROUGHT = 500; // ms within which the stream sends a round that has begun, or what was just submitted
  const DOUBLE_TAP = 250; // ms after a card or a new round within which a tap counts as a double tap
  const LONG_AGO = 60_000; // ms after which every animation is over
  const HELD = ["holdRound", "holdTruth", "hold", "holdEvening"]; // ms until the TV has told the round, its truth, ...
  const LAST = 10; // seconds that a TV counts down for all to see
  const MISSING = 12; // players who are missing that a phone draws
  const shown = new Map(); // when each element's animation began, by its id
  const moving = new WeakSet(); // elements that were there then
  const opened = performance.now();
  let stream = null;
  let newest = null;
  let undrawn = null; // the part that a TV draws next
  let owned = 0; // the version of the player's own part, which may be ahead of the rest
  let synced = false; // whether the page is complete, so that the next message of the stream applies
  let seat = "";
  let failures = 0;
  let phase = "";
  let place = "";
  let shape = "";
  let timer = 0;
  let silence = 0; // timer of it; 0 while the server answers
  let brief = ""; // what the page says until then
  let watchdog = 0;
  let tapped = 0; // time of the last tap, not of its handling
  let button = null; // that it pressed
  let pressed = ""; // the last button that counted, by what it would send
  let offered = new Set(); // the buttons that were on the screen then
  let waiting = null; // presses that wait for the answer to the one before; null while no request runs
  let turn = null; // the one that is sent after it
  let sent = -SECOND_TAP; // time of the tap that sent the last form
  let answered = -SECOND_TAP;
  let changed = -SECOND_TAP;
  let focused = "";
  let hadFocus = false; // whether anything on the page had the focus before an update
  let unfolded = [];
  let announced = []; // what was said last
  let picked = new Map(); // what was chosen, by the ids of the fields
  let ticking = 0;
  let clock = null; // that counts down
  let holding = []; // timers of what is held
  let returned = false; // whether the page was hidden: then the next update is not animated

  const find = (id) => document.getElementById(id);
  const live = () => find("live");
  const isBehind = () => newest !== null && Number(live().dataset.v) < Number(newest);
  const isOther = () => newest !== null && live().dataset.v !== newest;
  const isAt = (version) => owned >= version;

  // The stream

  function open() {
    close();
    synced = false;
    if (document.hidden) return;
    stream = new EventSource(live().dataset.stream);
    watch();
    stream.onmessage = (event) => {
      hear(event.lastEventId);
      if (!isOther()) inStep();
      else if (synced && isBehind() && event.data.startsWith("<")) show(event.data);
      else refresh();
    };
    stream.addEventListener("progress", (event) => {
      hear(event.lastEventId);
      if (synced && isBehind()) progress(event.data);
      if (!isOther()) inStep();
      else refresh();
    });
    stream.addEventListener("own", (event) => {
      hear(newest);
      const end = event.data.lastIndexOf("\n");
      own(event.data.slice(0, end), Number(event.data.slice(end)));
    });
    stream.onerror = lost;
  }

  function hear(version) {
    draw();
    watch();
    newest = version;
    answers();
    find("link").hidden = true;
  }

  // The server does, even if perhaps not with a stream.
  function answers() {
    clearTimeout(silence);
    silence = 0;
    if (brief) find("link").textContent = brief;
    document.documentElement.classList.remove("silent");
  }

  function unlinked() {
    find("link").hidden = false;
    if (!silence) silence = setTimeout(sayGone, SILENT);
  }

  // It takes room of its own (--link), so that it covers nothing.
  function sayGone() {
    const link = find("link");
    const root = document.documentElement;
    brief = link.textContent;
    link.textContent = link.dataset.gone;
    root.classList.add("silent");
    makeRoom();
    // A Wi-Fi that wants a sign-in answers with a page of its own, or leads to it.
    fetch(document.querySelector("link[rel=icon]").href, { cache: "no-store", redirect: "manual" }).then((answer) => {
      const isOther = answer.type === "opaqueredirect" || answer.status === 511 || (answer.ok && !/svg/.test(answer.headers.get("Content-Type")));
      if (!isOther || !silence) return;
      link.textContent = link.dataset.portal;
      makeRoom();
    }, () => {});
  }

  function makeRoom() {
    document.documentElement.style.setProperty("--link", `${find("link").offsetHeight}px`);
  }

  function close() {
    clearTimeout(timer);
    clearTimeout(watchdog);
    if (stream) stream.close();
    stream = null;
  }

  function watch() {
    clearTimeout(watchdog);
    watchdog = setTimeout(lost, QUIET);
  }

  function lost() {
    close();
    if (failures > 0) unlinked();
    if (failures > 1) refresh(); // perhaps only streams are blocked
    later(open);
  }

  // Each failure in a row waits longer; the count is reset when the page shows the newest version.
  function later(act) {
    clearTimeout(timer);
    timer = setTimeout(act, Math.min(SLOWEST, 250 * 2 ** failures) * (0.5 + Math.random() / 2));
    failures += 1;
  }

  function inStep() {
    synced = true;
    returned = false;
    failures = 0;
    answers();
    document.dispatchEvent(new Event("live:instep"));
  }

  function refresh() {
    synced = false;
    htmx.trigger(live(), "stale");
  }

  function back() {
    failures = 0;
    returned = true;
    open();
  }

  function gone() {
    returned = true;
    unlinked();
  }

  // Messages of the stream

  // A message holds the part that is common to all; before it comes the player's own part, if that changed. A TV draws it
  // in a task of its own, which is over before it hears of a later one: a part may bring scenes that none after it has.
  function show(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const fresh = box.content.lastElementChild;
    if (!is("tv")) replace(fresh, box.content.firstElementChild);
    else undrawn = { fresh, timer: setTimeout(draw) };
  }

  function draw() {
    if (!undrawn) return;
    const { fresh, timer } = undrawn;
    undrawn = null;
    clearTimeout(timer);
    if (synced) replace(fresh);
  }

  function replace(fresh, first) {
    const old = live();
    keep(old, fresh);
    tell("htmx:beforeSwap", old);
    if (seat) compose(fresh, first);
    put(fresh, old);
  }

  function put(fresh, old) {
    const now = is("tv") ? old : fresh;
    if (now === old) renew(old, fresh);
    else old.replaceWith(fresh);
    for (const each of now === old ? now.querySelectorAll("[hx-get]") : [now]) htmx.process(each);
    tell("htmx:afterSwap", now);
    tell("htmx:afterSettle", now);
  }

  // On a TV all that is as before stays where it is, and is neither drawn nor animated again.
  function renew(old, fresh) {
    for (const { name } of Array.from(old.attributes)) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const rest = Array.from(old.childNodes);
    for (const each of Array.from(fresh.childNodes)) {
      const same = rest.find((one) => !each.content && one.isEqualNode(each) && (each.dataset || one === rest[0]));
      const like = same || rest.find((one) => isLike(one, each));
      while (like && rest[0] !== like) rest.shift().remove();
      if (!like) old.insertBefore(each, rest[0] || null);
      else if (rest.shift() && !same) renew(like, each);
    }
    for (const each of rest) each.remove();
  }

  // Whether one can become the other. Items of a list do not: each stands for somebody.
  function isLike(...both) {
    const kind = ({ nodeName, id, dataset, className }) => [nodeName, id, dataset.key, dataset.seat, ...className.split(" ", 2)].join();
    const [old, fresh] = both.map((each) => each instanceof HTMLElement && kind(each));
    return old && old === fresh && !/^(LI|TEMPLATE)/.test(old);
  }

  // Players have submitted, and nothing else has happened in so many versions up to the newest.
  function progress(data) {
    const [versions, submitted, ...seats] = data.split(" ");
    if (live().dataset.v < newest - versions) return;
    live().dataset.v = newest;
    for (const each of live().querySelectorAll("[data-counting]")) each.textContent = each.dataset.counting.replace("{}", submitted);
    markIn(seats);
  }

  function markIn(seats) {
    for (const each of seats) {
      const state = live().querySelector(`.row[data-seat="${each}"] .thinking`);
      if (!state) continue;
      state.className = "state in";
      state.textContent = state.closest(".board").dataset.in;
    }
    listMissing(live());
  }

  // The first of those who are thinking, as the scoreboard has them.
  function listMissing(page) {
    const box = page.querySelector("#missing");
    if (!box) return;
    const rows = Array.from(page.querySelectorAll(".row .thinking"), (each) => each.parentNode);
    const [heading, list] = box.children;
    heading.textContent = heading.dataset[rows.length === 1 ? "one" : "more"].replace("{}", rows.length);
    list.textContent = "";
    for (const row of rows.slice(0, MISSING)) list.append(missing(row));
    if (!rows.length) box.remove();
  }

  function missing(row) {
    const item = document.createElement("li");
    const name = row.querySelector(".name").cloneNode(true);
    name.className = "cut";
    item.append(row.querySelector(".guest").cloneNode(true), name);
    return item;
  }

  // What this player has submitted comes at once.
  function own(html, version) {
    if (isAt(version)) return;
    if (!synced) {
      newest = String(Math.max(newest, version)); // what is being fetched may be older
      return;
    }
    owned = version;
    const box = document.createElement("template");
    box.innerHTML = html;
    tell("htmx:beforeSwap", find("own"));
    put(box.content.firstElementChild, find("own"));
    if (find("own").dataset.phase === "sent") markIn([seat]);
  }

  // What never changes is not sent; and what has moved before is not to move again (resume).
  function keep(old, fresh) {
    for (const each of fresh.querySelectorAll("[data-once]")) if (find(each.id)) each.style.cssText = find(each.id).style.cssText;
    for (const { name, value } of old.attributes) {
      if (/^(data-stream|hx-)/.test(name) && !fresh.hasAttribute(name)) fresh.setAttribute(name, value);
    }
  }

  // Listeners for htmx swaps get the same events.
  function tell(name, target) {
    target.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { target } }));
  }

  function compose(fresh, first) {
    const common = fresh.querySelector("#own");
    const kept = find("own");
    const stays = kept && kept.dataset.place === common.dataset.place;
    const own = first !== fresh ? first : stays ? kept : common;
    if (own !== kept) owned = Number(fresh.dataset.v);
    common.replaceWith(own);
    fresh.dataset.seat = seat;
    describe(fresh, own);
    for (const each of fresh.querySelectorAll("#outcomes > *")) {
      if (each.dataset.seats.split(" ").some(isMine)) each.parentNode.before(each);
    }
    for (const each of fresh.querySelectorAll("#outcomes")) each.remove();
    for (const each of fresh.querySelectorAll(`.row[data-seat="${seat}"]`)) markYou(each);
    listMissing(fresh);
    chooseEnding(fresh.querySelector("#endings"));
  }

  function markYou(row) {
    const tag = document.createElement("span");
    tag.className = "tag";
    tag.textContent = row.parentNode.dataset.you;
    row.classList.add("you");
    row.querySelector(".name").after(tag);
  }

  // Each player has an end of the game; the last one is for all others.
  function chooseEnding(box) {
    if (!box) return;
    const all = Array.from(box.children);
    box.before(all.find(({ dataset }) => (dataset.seats || "").split(" ").some(isMine)) || all[all.length - 1]);
    box.remove();
  }

  // Seats are numbers in the order of joining; ranges are written as "1-4 7".
  function isMine(seats) {
    const [first, last = first] = seats.split("-").map(Number);
    return first <= Number(seat) && Number(seat) <= last;
  }

  // Style sheets lay out the page by what the player can do, and a button says what that is.
  function describe(page, own) {
    const onward = page.querySelector(".onward .go");
    for (const each of ["phase", "place", "entry", "shape"]) page.dataset[each] = own.dataset[each];
    if (onward) onward.textContent = own.dataset.next;
  }

  // Answers to requests

  // Only our own answers may replace parts of the page: a proxy could answer instead.
  function beforeSwap(event) {
    const { target, xhr } = event.detail;
    hadFocus = document.activeElement !== document.body;
    if (xhr && !isOurs(target, xhr)) event.detail.shouldSwap = false;
    else if (xhr && target.id === "own" && isLate(xhr)) event.detail.shouldSwap = false;
    else if (["live", "own"].includes(target.id)) remember(live());
  }

  function isOurs(target, xhr) {
    const [, part] = xhr.responseText.match(/^\s*<\w+ id="(live|own|causes)"/) || [];
    return target.id === "said" || part === target.id;
  }

  // The stream may be ahead of the answer, or send the next round in a moment.
  function isLate(xhr) {
    const version = xhr.getResponseHeader("X-Version");
    if (synced && isAt(Number(version) + 1)) return true;
    if (xhr.responseText.includes(`data-place="${live().dataset.place}"`)) return false;
    newest = version;
    setTimeout(() => isBehind() && refresh(), BROUGHT);
    return true;
  }

  function remember(target) {
    phase = target.dataset.phase;
    focused = target.contains(document.activeElement) ? document.activeElement.id : "";
    picked = new Map([...target.querySelectorAll("select")].map((each) => [each.id, each.value]));
    unfolded = [...target.querySelectorAll("details[open]")].map((each) => each.id);
  }

  function afterSwap(event) {
    if (!["live", "own"].includes(event.detail.target.id)) return;
    const { target, xhr } = event.detail;
    const fresh = live();
    const own = find("own");
    if (xhr) owned = Number(target.id === "live" ? fresh.dataset.v : xhr.getResponseHeader("X-Version"));
    if (own) describe(fresh, own);
    const other = seat && fresh.dataset.seat && fresh.dataset.seat !== seat; // two players were made one
    seat = fresh.dataset.seat || "";
    for (const each of fresh.querySelectorAll("select")) pick(each, picked.get(each.id));
    for (const each of unfolded.map(find).filter(Boolean)) each.open = true;
    if (focused && find(focused)) find(focused).focus();
    if (phase !== fresh.dataset.phase || place !== fresh.dataset.place) moved(fresh);
    const who = document.querySelector(".bar .who");
    if (who && fresh.dataset.who) who.textContent = fresh.dataset.who; // the host may have renamed or merged players
    if (other || shape !== fresh.dataset.shape) location.reload(); // what is outside the live part no longer fits
    resume(performance.now() - (returned ? LONG_AGO : 0));
    countDown();
    if (event.detail.target.id === "live") hold(fresh);
    if (is("tv")) setTimeout(() => is("playing") || announce()); // after a scene (scenes.js)
    else announce();
  }

  // What was chosen stays chosen, as long as it is there to choose.
  function pick(select, value) {
    if ([...select.options].some((each) => each.value === value && !("in" in each.dataset))) select.value = value;
  }

  // After a change of buttons, ignore a tap that was meant for the one before.
  function moved(fresh) {
    changed = performance.now();
    place = fresh.dataset.place;
    for (const each of document.querySelectorAll("main > details[open]")) each.open = false;
  }

  // The room may have changed meanwhile. Until htmx has settled, the element handles no events.
  function afterSettle(event) {
    keepFocus();
    if (event.detail.target.id !== "live") return;
    if (isBehind()) refresh();
    else inStep();
  }

  // Where an update removes or hides the element with the focus, the heading of the new content gets it, not the page's top.
  function keepFocus() {
    const { activeElement } = document;
    if (!hadFocus || (activeElement !== document.body && isVisible(activeElement))) return;
    const heading = [...document.querySelectorAll("#live h1, #live h2")].find(isVisible);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  // What the TV has not told yet is held back: the style sheet covers it as long as the attributes are there.
  function hold(page) {
    for (const each of holding) clearTimeout(each);
    const held = HELD.filter((name) => name in page.dataset);
    holding = held.map((name) => setTimeout(() => uncover(page, name), Number(page.dataset[name])));
    if (held.includes("holdRound")) page.dataset.held = ""; // a player's verdict
  }

  function uncover(page, name) {
    delete page.dataset[name];
    if (name === "holdRound") delete page.dataset.held;
    page.dataset.told = "";
    if (name !== "hold") return;
    announce();
    document.dispatchEvent(new Event("told")); // the end of a game
  }

  // On the TV itself: the last scene has told its result. Later messages lack it; then the end of the queue tells.
  function toldByTv(event) {
    const box = find("scenes");
    const last = box && box.content.lastElementChild;
    if (last && last.dataset.key === event.detail.dataset.key) announce();
  }

  // For screen readers: what is new since the last time. Until the TV has told, only that the own number is in.
  function announce() {
    const isHeld = "hold" in live().dataset && !is("tv");
    const found = live().querySelectorAll(isHeld ? "#own .big" : ".outcome > h1, .outcome > p, #own .big");
    const words = [isHeld ? "" : live().dataset.news, ...Array.from(found, spoken)].filter(Boolean);
    const fresh = words.filter((each) => !announced.includes(each));
    announced = words;
    if (fresh.length) find("news").textContent = fresh.join(" ");
  }

  // What a screen reader says of an element: without what is only seen, such as the corner of a card.
  function spoken(element) {
    const copy = document.createElement("div");
    copy.append(element.cloneNode(true));
    for (const each of copy.querySelectorAll("[aria-hidden]")) each.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  // Clocks of devices differ, so a page counts down from when it was sent the time that is left.
  function countDown() {
    const before = clock;
    clock = document.querySelector("[data-left]");
    if (clock && clock === before && !is("tv")) return; // a TV keeps the element of another time
    clearInterval(ticking);
    delete document.documentElement.dataset.last;
    if (!clock) return;
    const end = performance.now() + 1000 * clock.dataset.left;
    const tick = () => show(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    const show = (left) => {
      clock.textContent = left;
      if (left > LAST || clock.closest(".last-call")) return;
      document.documentElement.dataset.last = left; // how style sheets show the last seconds
      document.documentElement.style.setProperty("--last", left);
    };
    tick();
    ticking = setInterval(tick, 250);
  }

  // New elements continue the animation of those that they replace.
  function resume(now) {
    for (const each of document.querySelectorAll("[data-once]")) {
      if (moving.has(each)) continue; // not replaced: its animation continues by itself
      moving.add(each);
      if (!shown.has(each.id)) shown.set(each.id, now);
      if (each.dataset.once) each.style.setProperty("--lasts", `${each.dataset.once}ms`);
      each.style.setProperty("--elapsed", `${shown.get(each.id) - performance.now()}ms`);
    }
  }

  // Sending

  function tap(event) {
    tapped = event.timeStamp;
    button = event.target.closest("button");
  }

  function beforeSend(event) {
    const own = find("own");
    if (event.detail.elt === live() && own) event.detail.path = own.dataset.address;
    if (turn) event.detail.formData = event.detail.parameters = turn.fields;
    if (PLAYS.includes(event.detail.elt.id) && synced && stream) event.detail.headers["X-Follows"] = live().dataset.v;
  }

  // Called before htmx would abort a request in flight for a new one.
  function beforeAll(event) {
    const { elt, verb, issueRequest } = event.detail;
    if (verb === "get") return;
    const press = sends(button && button.form === elt ? button : { form: elt });
    const another = press !== pressed && offered.has(press);
    const inTurn = "inTurn" in elt.dataset;
    if (tapped < patience(elt, another) || (inTurn && waiting && !another)) {
      event.preventDefault();
      sayIfEarly();
      return;
    }
    sent = tapped;
    pressed = press;
    offered = new Set([...document.querySelectorAll("button")].filter(isVisible).map(sends));
    if (!inTurn || !waiting) return;
    event.preventDefault();
    waiting.push({ fields: fieldsOf(elt), issueRequest });
  }

  // A press that is meant, but came just after somebody else had changed the page, is not ignored in silence.
  function sayIfEarly() {
    const { early } = find("said").dataset;
    if (early && !waiting && tapped >= Math.max(sent, answered) + SECOND_TAP) find("said").textContent = early;
  }

  const isVisible = (each) => (each.checkVisibility ? each.checkVisibility() : each.getClientRects().length > 0);
  const sends = ({ form, name = "", value = "" }) => `${form ? form.id : ""} ${name}=${value}`;

  // Until when a tap counts as meant for the button that was there before. Another one that was there too is meant.
  function patience(form, another) {
    if (TYPED.includes(form.id)) return [...new FormData(form).values()].includes("") ? answered + SECOND_TAP : 0;
    if (LAID.includes(form.id)) return Math.max(sent, changed) + DOUBLE_TAP;
    return (another ? changed : Math.max(answered, changed)) + SECOND_TAP;
  }

  // What a form would send now: by its turn the page may be another one.
  function fieldsOf(form) {
    const fields = new FormData(form);
    if (button && button.form === form && button.name) fields.append(button.name, button.value);
    return fields;
  }

  // What was pressed while a request ran is sent after its answer; nothing is if that could not be done.
  function takeTurn({ successful, xhr }) {
    const [next, ...others] = waiting;
    waiting = null;
    if (!next || !successful || xhr.getResponseHeader("HX-Redirect")) return;
    turn = next;
    next.issueRequest(true);
    turn = null;
    if (waiting) waiting = others;
  }

  function holdOthers(event) {
    if ("inTurn" in event.detail.elt.dataset) waiting = [];
  }

  function afterSend(event) {
    const { elt, successful, xhr, requestConfig } = event.detail;
    if (waiting && "inTurn" in elt.dataset) setTimeout(takeTurn, 0, event.detail); // htmx is not done yet
    if (requestConfig.verb === "get") {
      if (elt.id === "causes") return;
      if (!successful || !/^\s*<div id="live"/.test(xhr.responseText)) later(open);
      return;
    }
    const said = find("said");
    if (!hasArrived(event.detail) && !isKept(elt, requestConfig)) said.textContent = document.body.dataset.lost;
    if (xhr.status === 409) refresh(); // the room has changed, and this page is behind
    const already = (successful && xhr.getResponseHeader("X-Said")) || ""; // no refusal: it was sent again
    said.classList.toggle("so", already !== "");
    if (!successful) return;
    said.textContent = decodeURIComponent(already);
    answered = performance.now();
    for (const each of document.querySelectorAll(".rank[open]")) each.open = false;
    if (TYPED.includes(elt.id)) clear(elt, requestConfig.formData);
    if (xhr.status === 204) follow(Number(xhr.getResponseHeader("X-Version")));
  }

  // The answer is empty: the stream has sent the page that version, or will in a moment.
  function follow(version) {
    if (!isAt(version)) setTimeout(() => isAt(version) || refresh(), BROUGHT);
  }

  // A phone keeps what did not arrive, and sends it later (unsent.js).
  function isKept(form, { formData }) {
    const lost = new CustomEvent("live:lost", { cancelable: true, detail: { form, fields: [...formData] } });
    return !document.dispatchEvent(lost);
  }

  const hasArrived = ({ successful, xhr }) => successful || xhr.getResponseHeader("HX-Retarget");

  function sayIfLost(event) {
    if (!hasArrived(event.detail)) find("said").textContent = document.body.dataset.lost;
  }

  // Clear the field that was sent, unless something else was typed since.
  function clear(form, data) {
    for (const each of form.querySelectorAll("input[type=text]")) {
      if (data.getAll(each.name).includes(each.value)) each.value = "";
    }
  }

  const is = (kind) => document.documentElement.classList.contains(kind);

  function start() {
    document.documentElement.classList.add("js");
    // a player's page on a shared phone: going back must not show what was typed
    addEventListener("pageshow", (event) => event.persisted && is("secret") && location.reload());
    if (!live()) {
      document.body.addEventListener("htmx:afterRequest", sayIfLost);
      return;
    }
    ({ place, shape, seat = "" } = live().dataset);
    owned = Number(live().dataset.v);
    countDown();
    resume(opened - LONG_AGO); // what the page shows when it opens is not animated
    hold(live());
    if (!("hold" in live().dataset)) announced = [live().dataset.news]; // the page itself is read
    document.body.addEventListener("htmx:beforeSwap", beforeSwap);
    document.body.addEventListener("htmx:afterSwap", afterSwap);
    document.body.addEventListener("htmx:afterSettle", afterSettle);
    document.body.addEventListener("htmx:confirm", beforeAll);
    document.body.addEventListener("htmx:configRequest", beforeSend);
    document.body.addEventListener("htmx:beforeSend", holdOthers);
    document.body.addEventListener("htmx:afterRequest", afterSend);
    document.addEventListener("click", tap, true); // the Enter key clicks too
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : back()));
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => event.persisted && back());
    addEventListener("online", back);
    addEventListener("offline", gone);
    document.addEventListener("tv:announced", toldByTv);
    document.addEventListener("tv:rest", announce);
    open();
  }

  document.addEventListener("DOMContentLoaded", start);
})();
