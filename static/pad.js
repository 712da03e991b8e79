// The score pad. What is tapped stays on this page until Done sends all of it at once, so no tap waits for the server.
// The page is brought up to date in place: a key is never replaced under a finger. Without this script the pad is a form.
"use strict";
(() => {
  const PATIENCE = 8_000; // ms that a request may take
  const KEPT = 6; // rounds whose entries are kept for an undo
  const JUST_NOW = 700; // ms within which a second press of Done belongs to the first
  const LONG = 64; // characters from which a sentence has smaller letters
  const WIDE = /[\u3000-\uffff]/g; // letters of Asian scripts, twice as wide
  const LONG_NAME = 14; // letters that a name has in a sentence
  const MANY = 3; // names that a sentence lists
  const ONE = "one"; // stands for all players where one of them, or nobody, is chosen
  const root = document.documentElement;
  const storeKey = `pad ${location.pathname}`;
  const find = (id) => document.getElementById(id);
  const form = () => find("entry");

  let mine = { plays: {}, call: "" }; // what was entered: keys by seat, and the call
  let kept = {}; // what was entered in other rounds: it is there again after an undo
  let at = ""; // the round
  let current = ""; // the seat whose turn it is to be entered
  let starts = true; // whether the next digit begins a new number
  let typed = ""; // the beginning of a key, typed on a keyboard
  let warned = ""; // the key that lies before somebody else, as was just said
  let last = ""; // the key that was tapped last
  let order = []; // the seats in the order in which they were entered
  let sending = false;
  let meanwhile = []; // what was tapped while a request ran
  let attempted = ""; // the round for which Done was pressed last
  let answered = -JUST_NOW;
  let asked = ""; // the entry whose meaning was asked for

  // What the page offers

  const words = () => form().dataset;
  const kind = () => words().kind;
  const players = () => [...form().querySelectorAll("li[data-seat]")];
  const player = (seat) => players().find((each) => each.dataset.seat === seat);
  const fieldOf = (each) => each.querySelector("input");
  const canBeEntered = (each) => !fieldOf(each).disabled;
  const seatsOf = (some) => some.map((each) => each.dataset.seat);
  const keys = () => [...form().querySelectorAll(".grid [data-key], .pickone [data-key]")];
  const key = (text) => keys().find((each) => each.dataset.key === text);
  const nameOf = (seat) => `\u2068${shorten(player(seat).querySelector(".name").textContent.trim())}\u2069`;
  const most = () => Number(words().most);
  const calls = () => [...form().querySelectorAll("[data-call]")];

  const valueOf = (seat) => mine.plays[seat] || "";
  const has = () => Object.keys(mine.plays).length > 0;
  const lacksCall = () => calls().length > 0 && !mine.call;

  // Who is still to be entered; a player whose phone can send it may be entered, but is not waited for.
  function open() {
    if (kind() === ONE) return valueOf(ONE) ? [] : [ONE];
    return seatsOf(players().filter((each) => /missing|entered/.test(each.dataset.state) && canBeEntered(each) && !valueOf(each.dataset.seat)));
  }

  const isComplete = () => has() && open().length === 0 && !lacksCall();

  // Why a key cannot be pressed for a player, in a sentence of the rules.
  function refusal(text, seat) {
    const { closed = "", why = "" } = key(text).dataset;
    return closed.split(" ").includes(seat) ? why : "";
  }

  function holders(text, seat) {
    const left = Number(key(text).dataset.copies || Infinity);
    const others = Object.keys(mine.plays).filter((each) => each !== seat && valueOf(each) === text);
    return others.length >= left ? others : [];
  }

  // Saying

  // Shows a sentence above the keys. What is longer than its two rows scrolls, with a keyboard too.
  function say(text, isRefusal = false, question = "") {
    const line = find("means");
    asked = question;
    line.classList.toggle("no", isRefusal);
    line.classList.toggle("long", text.replace(WIDE, "xx").length > LONG);
    if (line.textContent.trim() === text) return;
    line.firstElementChild.textContent = text;
    if (line.scrollHeight > line.clientHeight + 1) line.tabIndex = 0;
    else line.removeAttribute("tabindex");
  }

  // Shows what the line of another page says; returns whether that is anything.
  function repeat({ page }, question) {
    const line = page.getElementById("means");
    const text = line ? line.textContent.trim() : "";
    if (text) say(text, line.matches(".no"), question);
    return Boolean(text);
  }

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // The line has room for two rows, and the list has the whole names.
  function shorten(name) {
    const letters = Array.from(name);
    return letters.length > LONG_NAME ? `${letters.slice(0, LONG_NAME - 1).join("")}…` : name;
  }

  function names(seats) {
    const listed = seats.slice(0, MANY).map(nameOf);
    return listed.join(root.lang === "ja" ? "、" : ", ") + (seats.length > MANY ? " …" : "");
  }

  // What comes next, in words; the meaning of a complete entry is asked for.
  function prompt() {
    if (isComplete()) check();
    else if (open().length === 0 && has()) say(words().ask);
    else if (!current) say("");
    else say(fill(valueOf(current) ? words().change : words().next, { name: nameOf(current) }));
  }

  // Entering

  function choose(seat) {
    settleTyped();
    if (!canBeEntered(player(seat))) return say(fill(words().isin, { name: nameOf(seat) }), true);
    pick(seat);
    last = "";
    prompt();
  }

  function pick(seat) {
    current = seat;
    starts = true;
    warned = "";
  }

  // The next player without a play, round the table; the same one where nobody is without.
  function goOn() {
    const seats = seatsOf(players());
    const from = seats.indexOf(current);
    const next = [...seats.slice(from + 1), ...seats.slice(0, from + 1)].find((seat) => open().includes(seat));
    if (next) pick(next);
    else starts = null; // all is entered
  }

  function put(seat, text) {
    mine.plays[seat] = text;
    order = [...order.filter((each) => each !== seat), seat];
  }

  function takeBack(seat) {
    delete mine.plays[seat];
    order = order.filter((each) => each !== seat);
    pick(seat);
  }

  function press(text) {
    if (!key(text)) return;
    last = text;
    if (kind() === ONE) pressOne(text);
    else if (kind() === "digits") pressDigit(text);
    else pressKey(text);
  }

  function pressKey(text) {
    if (!current) return prompt();
    const why = refusal(text, current);
    const others = holders(text, current);
    if (valueOf(current) === text) takeBack(current);
    else if (others.length && warned === text) takeBack(others[0]);
    else if (others.length) return warn(text, others);
    else if (why) return say(why, true);
    else {
      put(current, text);
      goOn();
    }
    prompt();
  }

  function warn(text, others) {
    warned = text;
    say(fill(words().lies, { card: key(text).dataset.phrase, name: names(others) }), true);
  }

  // A number ends by itself where no further digit fits; one that would be too high goes to the next player.
  function pressDigit(digit) {
    if (!current) return prompt();
    if (starts === null) return say(words().full, true);
    const before = starts ? "" : valueOf(current);
    if (Number(digit) > most()) return say(fill(words().too, { most: most() }), true);
    if (before && Number(before + digit) > most()) {
      goOn();
      return pressDigit(digit);
    }
    put(current, before + digit);
    starts = false;
    if (before + digit === "0" || Number(`${before}${digit}0`) > most()) goOn();
    prompt();
  }

  function pressOne(seat) {
    if (valueOf(ONE) === seat) mine.plays = {};
    else put(ONE, seat);
    prompt();
  }

  // Takes back what the current player has, or else what was entered last.
  function clear() {
    typed = "";
    const seat = current && valueOf(current) ? current : order[order.length - 1];
    if (kind() === ONE) mine.plays = {};
    else if (seat) takeBack(seat);
    last = "";
    prompt();
  }

  function cut() {
    const value = current && valueOf(current);
    if (kind() !== "digits" || !value || value.length < 2 || starts) return clear();
    put(current, value.slice(0, -1));
    starts = false;
    prompt();
  }

  function next() {
    settleTyped();
    goOn();
    prompt();
  }

  function call(said) {
    mine.call = mine.call === said ? "" : said;
    prompt();
  }

  // Done

  function done() {
    settleTyped();
    const missing = open();
    if (isComplete()) send(form().action, fieldsOf());
    else if (!has() && performance.now() - answered < JUST_NOW) return; // the second half of a double press
    else if (kind() === ONE) say(words().choose, true);
    else if (missing.length) {
      if (!missing.includes(current)) pick(missing[0]);
      say(fill(words().lacks, { names: names(missing) }), true);
    } else say(has() ? words().ask : words().nobody, true);
  }

  function fieldsOf() {
    writeFields();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form())) fields.append(name, value);
    return fields;
  }

  function writeFields() {
    for (const each of players()) fieldOf(each).value = valueOf(each.dataset.seat);
    for (const each of calls()) each.querySelector("input").checked = mine.call === each.dataset.call;
    if (kind() === ONE) for (const each of keys()) each.querySelector("input").checked = valueOf(ONE) === each.dataset.key;
  }

  // Sends an entry or an undo; the answer is the page as it is then.
  async function send(address, fields, isUndo = false) {
    sending = true;
    attempted = at;
    show();
    const answer = await request(address, fields);
    sending = false;
    answered = performance.now();
    const taps = meanwhile;
    meanwhile = [];
    if (!answer) say(document.body.dataset.lost, true);
    else if (!take(answer, true)) return;
    if (answer && answer.ok) {
      if (isUndo || !repeat(answer)) prompt();
      for (const tap of taps) tap();
    } else {
      if (answer && !repeat(answer)) prompt();
      if (taps.length) say(`${find("means").textContent.trim()} ${words().late}`, true);
    }
    show();
  }

  async function request(address, fields) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { method: fields ? "POST" : "GET", body: fields, credentials: "same-origin", signal: stop.signal });
      if (answer.status >= 500) return null;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return { ok: answer.ok, url: answer.url, page };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  // What the entry would mean, asked while nobody waits for it.
  async function check() {
    const fields = fieldsOf();
    if (asked === String(fields)) return;
    say(words().all, false, String(fields));
    const answer = await request(words().check, fields);
    if (answer && !sending && asked === String(fields)) repeat(answer, asked); // else the entry is another by now
  }

  // The page in its newest state

  // Takes over an answer. Returns false if it is another page, else what became of the entry: of each a sentence, or nothing.
  function take({ page, url }, isOurs = false) {
    const fresh = page.getElementById("pad");
    if (!fresh) { // the host screen, where the game has no pad
      sessionStorage.removeItem(storeKey);
      location.assign(url);
      return false;
    }
    if (Number(fresh.dataset.v) >= Number(find("pad").dataset.v)) morph(find("pad"), fresh);
    document.title = page.title;
    return { lost: follow(isOurs) };
  }

  // Others have changed the room.
  async function refresh() {
    if (sending) return;
    const answer = await request(location.href);
    if (!answer || sending || !answer.ok) return;
    const before = at;
    const taken = take(answer);
    if (taken && taken.lost) say(taken.lost, true);
    else if (taken && (at !== before || !has()) && !repeat(answer)) prompt();
    show();
  }

  // Goes to the round of the page; in the same one keeps what may still be entered. Says what was not kept.
  function follow(isOurs) {
    const now = form() ? form().elements.at.value : "";
    const lost = now === at ? "" : move(now, isOurs);
    if (!form()) return "";
    for (const each of players()) if (!valueOf(each.dataset.seat) && fieldOf(each).defaultValue) put(each.dataset.seat, fieldOf(each).defaultValue);
    const gone = Object.keys(mine.plays).filter((seat) => !mayStay(seat));
    for (const seat of gone) delete mine.plays[seat];
    order = [...order, ...Object.keys(mine.plays)].filter((seat, place, all) => valueOf(seat) && all.indexOf(seat) === place);
    if (!player(current) || !canBeEntered(player(current))) begin();
    if (starts === null && !isComplete()) starts = true;
    return gone.length ? words().dropped : lost;
  }

  // With our own Done and Undo, entries are kept by round. If others have closed the round, ours is lost.
  function move(now, isOurs) {
    const isLost = has() && !isOurs && attempted !== at;
    if (has() && !isLost) kept = { ...kept, [at]: mine };
    mine = (isOurs && kept[now]) || { plays: {}, call: "" };
    at = now;
    last = typed = asked = current = "";
    order = [];
    return isLost && form() ? words().over : "";
  }

  function begin() {
    const [first] = [...open(), ...seatsOf(players().filter(canBeEntered))];
    current = "";
    if (first && first !== ONE) pick(first);
  }

  function mayStay(seat) {
    if (seat === ONE) return kind() === ONE && Boolean(key(valueOf(ONE)));
    const each = player(seat);
    if (!each || !canBeEntered(each)) return false;
    if (kind() !== "keys") return true;
    return Boolean(key(valueOf(seat))) && !refusal(valueOf(seat), seat);
  }

  // Makes an element equal to another one, and keeps the nodes that both have.
  function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.id === "means") return; // what was said last stands until something else is said
    const left = [...old.childNodes];
    let place = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const same = left.find((each) => isSame(each, child));
      const node = same || document.importNode(child, true);
      if (same) left.splice(left.indexOf(same), 1);
      if (node === place) place = place.nextSibling;
      else old.insertBefore(node, place);
      if (!same) continue;
      if (node.nodeType === Node.ELEMENT_NODE) morph(node, child);
      else if (node.data !== child.data) node.data = child.data;
    }
    for (const each of left) each.remove();
  }

  const nameOfNode = (node) => (node.dataset && (node.dataset.seat || node.dataset.key || node.id)) || "";
  const isSame = (one, other) => one.nodeName === other.nodeName && nameOfNode(one) === nameOfNode(other);

  // Showing what is entered

  function show() {
    if (!form()) return;
    writeFields();
    for (const each of players()) showPlayer(each);
    for (const each of keys()) showKey(each);
    showDone();
    keepInView();
    save();
  }

  function showPlayer(each) {
    const { seat } = each.dataset;
    const who = each.querySelector(".who");
    each.classList.toggle("here", seat === current);
    each.classList.toggle("none", !valueOf(seat));
    who.hidden = false;
    if (seat === current) who.setAttribute("aria-current", "true");
    else who.removeAttribute("aria-current");
    showValue(each.querySelector(".value"), valueOf(seat));
  }

  function showValue(place, value) {
    if (place.dataset.shows === value) return;
    place.dataset.shows = value;
    place.textContent = "";
    if (value && kind() === "keys" && key(value)) place.append(...faceOf(key(value)));
    else place.append(value || spanOf("·", "dots", true));
  }

  function spanOf(text, look, isHidden = false) {
    const span = document.createElement("span");
    span.className = look;
    span.textContent = text;
    if (isHidden) span.setAttribute("aria-hidden", "true");
    return span;
  }

  // A card as its key shows it, with its suit, and in words for who does not see it.
  function faceOf(button) {
    const { suit } = button.dataset;
    const face = spanOf(button.textContent.trim(), "face", Boolean(suit));
    if (!suit) return [face];
    face.classList.toggle("warm", button.classList.contains("warm"));
    face.append(form().querySelector(`[href="#suit-${suit}"]`).parentNode.cloneNode(true));
    return [face, spanOf(button.getAttribute("aria-label"), "unseen")];
  }

  function showKey(each) {
    const text = each.dataset.key;
    if (kind() !== "keys") return;
    const isPressed = Boolean(current) && valueOf(current) === text;
    const lies = Boolean(current) && holders(text, current).length > 0;
    const off = Boolean(current) && !lies && Boolean(refusal(text, current));
    each.setAttribute("aria-pressed", String(isPressed));
    each.classList.toggle("lies", lies);
    each.classList.toggle("last", text === last && !isPressed);
    if (off) each.setAttribute("aria-disabled", "true");
    else each.removeAttribute("aria-disabled");
  }

  function showDone() {
    const button = form().querySelector(".done");
    const missing = kind() === ONE ? 0 : open().length;
    const text = sending ? words().sending : missing ? button.dataset.missing.split("|")[missing - 1] : button.dataset.done;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-disabled", String(sending || !isComplete()));
  }

  // The page itself never scrolls.
  function keepInView() {
    const list = form().querySelector(".padlist");
    const here = list && list.querySelector(".here");
    if (!here) return;
    const [box, inner] = [list.getBoundingClientRect(), here.getBoundingClientRect()];
    const above = inner.top - box.top - 8;
    const below = inner.bottom - box.bottom + 8;
    if (above < 0) list.scrollTop += above;
    else if (below > 0) list.scrollTop += Math.min(below, above);
  }

  // Kept over a reload

  function save() {
    kept = Object.fromEntries(Object.entries(kept).slice(-KEPT));
    try {
      sessionStorage.setItem(storeKey, JSON.stringify({ at, mine, kept }));
    } catch {
      // where nothing can be stored, a reload forgets
    }
  }

  function restore() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(storeKey));
      kept = stored.kept;
      if (form() && stored.at === form().elements.at.value) ({ at, mine } = stored);
    } catch {
      // nothing is stored
    }
  }

  // Taps: those made while a request runs wait for its answer

  function act(what) {
    if (sending) meanwhile.push(what);
    else {
      what();
      show();
    }
  }

  const pressing = new Set(); // the keys that have counted when the finger came down; their click does not count again
  const KEYS = ".pad .grid > button, .pad .calls > label";

  // Keys count when the finger comes down, as on a keyboard: two thumbs may overlap.
  function pointed(event) {
    const button = form() && event.target.closest(KEYS);
    if (!button || event.button > 0) return;
    event.preventDefault(); // the focus stays where it is
    pressing.add(button);
    used(button);
  }

  function clicked(event) {
    const button = event.target.closest("button, .pad label");
    if (!button || !form()) return;
    if (button.matches(".undo")) undo(event, button);
    else if (button.matches(".done")) pressDone(event);
    else if (button.matches(".who")) act(() => choose(button.closest("[data-seat]").dataset.seat));
    else if (event.target.matches("input")) choseRadio(button);
    else {
      event.preventDefault();
      if (!pressing.delete(button) || event.detail === 0) used(button);
    }
  }

  // With the arrows of a keyboard, which choose and never take back.
  function choseRadio(label) {
    const { key: text, call: said } = label.dataset;
    if (text !== undefined ? valueOf(ONE) !== text : mine.call !== said) used(label);
  }

  function used(button) {
    const { key: text, call: said, does } = button.dataset;
    if (text !== undefined) act(() => press(text));
    else if (said) act(() => call(said));
    else if (does === "clear") act(clear);
    else if (does === "next") act(next);
  }

  function pressDone(event) {
    event.preventDefault();
    if (sending && meanwhile.length === 0) return; // pressed twice
    act(done);
  }

  // Sent like Done, so that the page stays; what was entered in the round is there again, to be mended.
  function undo(event, button) {
    event.preventDefault();
    if (sending) return;
    const fields = new URLSearchParams([...new FormData(button.form)]);
    if (button.name) fields.append(button.name, button.value);
    send(button.form.action, fields, true);
  }

  // Keyboards

  function keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target;
    if (!form() || target.matches("input[type=text]")) return;
    if (event.key === "Enter") entered(event, target);
    else if (event.key === "Backspace" || event.key === "Delete") handle(event, () => (typed ? type(typed.slice(0, -1), true) : cut()));
    else if (/^Arrow/.test(event.key) && kind() !== "one") handle(event, () => step(/Up|Left/.test(event.key) ? -1 : 1));
    else if (event.key.length === 1 && event.key !== " ") handle(event, () => type(event.key));
  }

  function handle(event, what) {
    event.preventDefault();
    act(what);
  }

  // Enter goes on, and sends at the end; on a key it presses the key, but does not take it back.
  function entered(event, target) {
    const button = target.closest("button, a");
    if (button && !button.matches('.who[aria-current], [aria-pressed="true"]')) return;
    event.preventDefault();
    if (sending && meanwhile.length === 0) return;
    act(() => {
      settleTyped();
      if (isComplete()) done();
      else next();
    });
  }

  function step(by) {
    settleTyped();
    const seats = seatsOf(players().filter(canBeEntered));
    if (seats.length === 0) return;
    const place = seats.indexOf(current);
    pick(seats[place < 0 ? 0 : (place + by + seats.length) % seats.length]);
    prompt();
    player(current).querySelector(".who").focus({ preventScroll: true });
  }

  // A card is typed as on the keys: 8 and h. A number that could go on waits for its next digit.
  function type(letter, isCut) {
    if (kind() === "digits" && key(letter)) return press(letter);
    if (kind() !== "keys") return;
    const text = isCut ? letter : typed + letter.toUpperCase();
    const fitting = keys().map((each) => each.dataset.key).filter((each) => each.startsWith(text));
    if (isCut || (fitting.length > 0 && !(fitting.length === 1 && fitting[0] === text))) {
      typed = text;
      return say(typed ? `${nameOf(current)}: ${typed}…` : "");
    }
    if (fitting.length === 0 && !typed) return say(fill(words().nokey, { key: letter }), true);
    if (fitting.length === 0 && !settleTyped()) return say(fill(words().nokey, { key: text }), true);
    if (fitting.length === 0) return type(letter);
    typed = "";
    press(text);
  }

  // A beginning that is a whole key by itself, such as the 1 of 1, 10 and 11, is pressed; whether it was.
  function settleTyped() {
    const text = typed;
    typed = "";
    if (!text || !key(text)) return false;
    press(text);
    return true;
  }

  let byKeyboard = false; // whether the last thing that was used is a keyboard

  function focused(event) {
    const who = event.target.closest && event.target.closest(".who");
    if (!who || sending) return;
    const { seat } = who.closest("[data-seat]").dataset;
    if (seat === current || !canBeEntered(player(seat)) || !byKeyboard) return;
    settleTyped();
    pick(seat);
    prompt();
    show();
  }

  function start() {
    if (root.classList.contains("old")) return;
    root.classList.add("js");
    restore();
    follow();
    if (form() && !find("means").textContent.trim()) prompt();
    show();
    document.addEventListener("pointerdown", () => (byKeyboard = false), true);
    document.addEventListener("keydown", () => (byKeyboard = true), true);
    document.addEventListener("pointerdown", pointed);
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", keyed);
    document.addEventListener("focusin", focused);
    document.addEventListener("submit", (event) => event.preventDefault());
    document.body.addEventListener("htmx:afterSwap", (event) => event.detail.target.id === "live" && refresh());
  }

  document.addEventListener("DOMContentLoaded", start);
})();
