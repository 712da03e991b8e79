// The score sheet. What is tapped stays on this page until Done sends all of it at once, so no tap waits for the server.
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
  const KEYS = ".pad .grid > button, .pad .calls > label";
  const root = document.documentElement;
  const storeKey = `entries ${location.pathname}`;
  const find = (id) => document.getElementById(id);
  const form = () => find("entry");
  const nothing = () => ({ plays: [], call: "" });

  let mine = nothing(); // what was entered: seats with their keys, the last one at the end, and the call
  let kept = {}; // what was entered in other rounds: it is there again after an undo
  let at = ""; // the round
  let current = ""; // the seat whose turn it is to be entered
  let starts = true; // whether the next digit begins a new number; null: all is entered
  let typed = ""; // the beginning of a key, typed on a keyboard
  let warned = ""; // the key that lies before somebody else, as was just said
  let last = ""; // the key that was tapped last
  let sending = false;
  let meanwhile = []; // what was tapped while a request ran
  let attempted = ""; // the round for which Done was pressed last
  let answered = -JUST_NOW;
  let asked = ""; // the entry whose meaning was asked for
  let byKeyboard = false; // whether the last thing that was used is a keyboard
  const pressing = new Set(); // the keys that have counted when the finger came down; their click does not count again

  // What the page offers

  const words = () => form().dataset;
  const kind = () => words().kind;
  const all = (selector) => [...form().querySelectorAll(selector)];
  const players = () => all("li[data-seat]");
  const player = (seat) => players().find((each) => each.dataset.seat === seat);
  const fieldOf = (each) => each.querySelector("input");
  const mayEnter = (seat) => Boolean(player(seat)) && !fieldOf(player(seat)).disabled;
  const seats = () => players().map((each) => each.dataset.seat).filter(mayEnter);
  const keys = () => all(".grid [data-key], .pickone [data-key]");
  const key = (text) => keys().find((each) => each.dataset.key === text);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const valueOf = (seat) => (mine.plays.find(([each]) => each === seat) || ["", ""])[1];
  const has = () => mine.plays.length > 0;
  const isComplete = () => has() && open().length === 0 && (mine.call || all("[data-call]").length === 0);

  // Who is still to be entered; a player whose phone can send it may be entered, but is not waited for.
  function open() {
    const waited = kind() === ONE ? [ONE] : seats().filter((seat) => /missing|entered/.test(player(seat).dataset.state));
    return waited.filter((seat) => !valueOf(seat));
  }

  // Why a key cannot be pressed for a player, in a sentence of the rules.
  function refusal(text, seat) {
    const { closed = "", why = "" } = key(text).dataset;
    return closed.split(" ").includes(seat) ? why : "";
  }

  // Those before whom all cards of a key lie.
  function holders(text, seat) {
    const others = mine.plays.filter(([each, value]) => each !== seat && value === text).map(([each]) => each);
    return others.length >= Number(key(text).dataset.copies || Infinity) ? others : [];
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

  // The line has room for two rows, and the list has the whole names.
  function nameOf(seat) {
    const letters = Array.from(player(seat).querySelector(".name").textContent.trim());
    return `\u2068${letters.length > LONG_NAME ? `${letters.slice(0, LONG_NAME - 1).join("")}…` : letters.join("")}\u2069`;
  }

  const names = (some) => some.slice(0, MANY).map(nameOf).join(root.lang === "ja" ? "、" : ", ") + (some.length > MANY ? " …" : "");

  // What comes next, in words; the meaning of a complete entry is asked for.
  function prompt() {
    if (isComplete()) check();
    else if (open().length === 0 && has()) say(words().ask);
    else if (!current) say("");
    else say(fill(valueOf(current) ? words().change : words().next, { name: nameOf(current) }));
  }

  // Entering. What a tap does returns the sentence that refuses it, or false where something was said or sent already.

  function act(what) {
    if (sending) return meanwhile.push(what); // waits for the answer
    const refused = what();
    if (refused) say(refused, true);
    else if (refused !== false) prompt();
    return show();
  }

  function pick(seat) {
    current = seat;
    starts = true;
    warned = "";
  }

  function choose(seat) {
    settleTyped();
    if (!mayEnter(seat)) return fill(words().isin, { name: nameOf(seat) });
    last = "";
    return pick(seat);
  }

  // The next player without a play, round the table; the same one where nobody is without.
  function goOn() {
    const place = seats().indexOf(current) + 1;
    const next = [...seats().slice(place), ...seats().slice(0, place)].find((seat) => seat !== current && open().includes(seat));
    if (next) pick(next);
    else starts = null;
  }

  function next() {
    settleTyped();
    goOn();
  }

  // An empty text takes back what the seat has.
  function put(seat, text) {
    mine.plays = mine.plays.filter(([each]) => each !== seat);
    if (text) mine.plays.push([seat, text]);
    else if (seat !== ONE) pick(seat);
  }

  function press(text) {
    if (!key(text)) return false;
    last = text;
    if (kind() === ONE) return put(ONE, valueOf(ONE) === text ? "" : text);
    if (!current) return "";
    return kind() === "digits" ? pressDigit(text) : pressKey(text);
  }

  function pressKey(text) {
    const why = refusal(text, current);
    const others = holders(text, current);
    if (valueOf(current) === text) return put(current, "");
    if (others.length && warned === text) return put(others[0], "");
    if (others.length) {
      warned = text;
      return fill(words().lies, { card: key(text).dataset.phrase, name: names(others) });
    }
    if (why) return why;
    put(current, text);
    return goOn();
  }

  // A number ends by itself where no further digit fits; one that would be too high goes to the next player.
  function pressDigit(digit) {
    const most = Number(words().most);
    if (starts === null) return words().full;
    if (Number(digit) > most) return fill(words().too, { most });
    const text = (starts ? "" : valueOf(current)) + digit;
    if (text !== digit && Number(text) > most) {
      goOn();
      return pressDigit(digit);
    }
    put(current, text);
    starts = false;
    return text === "0" || Number(`${text}0`) > most ? goOn() : "";
  }

  // Takes back what the current player has, or else what was entered last.
  function clear() {
    const [latest] = mine.plays[mine.plays.length - 1] || [];
    const seat = valueOf(current) ? current : latest;
    typed = last = "";
    if (seat) put(seat, "");
  }

  function cut() {
    const value = valueOf(current);
    if (kind() !== "digits" || value.length < 2 || starts) return clear();
    put(current, value.slice(0, -1));
    starts = false;
    return "";
  }

  function call(said) {
    mine.call = mine.call === said ? "" : said;
  }

  // Done

  function done() {
    settleTyped();
    const missing = open();
    if (isComplete()) send(form().action, fields());
    else if (!has() && performance.now() - answered < JUST_NOW) return false; // the second half of a double press
    else if (kind() === ONE) return words().choose;
    else if (missing.length) {
      if (!missing.includes(current)) pick(missing[0]);
      return fill(words().lacks, { names: names(missing) });
    } else return has() ? words().ask : words().nobody;
    return false;
  }

  function fields() {
    for (const each of players()) fieldOf(each).value = valueOf(each.dataset.seat);
    for (const each of all("[data-call]")) fieldOf(each).checked = mine.call === each.dataset.call;
    for (const each of all(".pickone [data-key]")) fieldOf(each).checked = valueOf(ONE) === each.dataset.key;
    return new URLSearchParams(new FormData(form()));
  }

  // Sends an entry or an undo; the answer is the page as it is then.
  async function send(address, sent, isUndo = false) {
    sending = true;
    attempted = at;
    show();
    const answer = await request(address, sent);
    sending = false;
    answered = performance.now();
    const taps = meanwhile;
    meanwhile = [];
    if (!answer) say(document.body.dataset.lost, true);
    else if (!take(answer, true)) return;
    else if ((answer.ok && isUndo) || !repeat(answer)) prompt();
    if (answer && answer.ok) for (const tap of taps) act(tap);
    else if (taps.length) say(`${find("means").textContent.trim()} ${words().late}`, true);
    show();
  }

  async function request(address, body) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { method: body ? "POST" : "GET", body, credentials: "same-origin", signal: stop.signal });
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
    const entry = fields();
    const question = String(entry);
    if (asked === question) return;
    say(words().all, false, question);
    const answer = await request(words().check, entry);
    if (answer && !sending && asked === question) repeat(answer, question); // else the entry is another by now
  }

  // The page in its newest state

  // Takes over an answer. Returns null if it is another page, else what became of the entry: of each a sentence, or nothing.
  function take({ page, url }, isOurs = false) {
    const fresh = page.getElementById("sheet");
    if (!fresh) { // the host screen, where the game has no pad
      sessionStorage.removeItem(storeKey);
      location.assign(url);
      return null;
    }
    if (Number(fresh.dataset.v) >= Number(find("sheet").dataset.v)) morph(find("sheet"), fresh);
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

  // Goes to the round of the page, with what was entered there; says what can no longer be entered.
  function follow(isOurs) {
    const now = form() ? form().elements.at.value : "";
    const lost = now === at ? "" : move(now, isOurs);
    if (!form()) return "";
    for (const each of players()) if (!valueOf(each.dataset.seat) && fieldOf(each).defaultValue) put(each.dataset.seat, fieldOf(each).defaultValue);
    const stay = mine.plays.filter(([seat, text]) => mayStay(seat, text));
    const isLess = stay.length < mine.plays.length;
    mine.plays = stay;
    if (!mayEnter(current)) begin();
    if (starts === null && !isComplete()) starts = true;
    return isLess ? words().dropped : lost;
  }

  // With our own Done and Undo, entries are kept by round. If others have closed the round, ours is lost.
  function move(now, isOurs) {
    const isLost = has() && !isOurs && attempted !== at;
    if (has() && !isLost) kept[at] = mine;
    mine = (isOurs && kept[now]) || nothing();
    at = now;
    last = typed = asked = current = "";
    return isLost && form() ? words().over : "";
  }

  function begin() {
    const [first] = kind() === ONE ? [] : [...open(), ...seats()];
    current = "";
    if (first) pick(first);
  }

  function mayStay(seat, text) {
    if (kind() === ONE || seat === ONE) return kind() === seat && Boolean(key(text));
    return mayEnter(seat) && (kind() !== "keys" || (Boolean(key(text)) && !refusal(text, seat)));
  }

  // Makes an element equal to another one, and keeps its nodes where both have the same.
  function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.id === "means") return; // what was said last stands until something else is said
    const [before, after] = [old, fresh].map(({ childNodes }) => [...childNodes].filter((each) => each.nodeType === Node.ELEMENT_NODE || each.data.trim()));
    const isAlike = before.length === after.length && before.every((each, n) => each.nodeName === after[n].nodeName && each.id === after[n].id);
    if (!isAlike) old.innerHTML = fresh.innerHTML;
    else before.forEach((each, n) => (each.nodeType === Node.ELEMENT_NODE ? morph(each, after[n]) : (each.data = after[n].data)));
  }

  // Showing what is entered

  function show() {
    if (!form()) return;
    fields();
    for (const each of players()) showPlayer(each, each.dataset.seat);
    if (kind() === "keys") for (const each of keys()) showKey(each, each.dataset.key);
    showDone();
    const here = form().querySelector(".here");
    if (here) here.scrollIntoView({ block: "nearest" });
    save();
  }

  function mark(each, name, is) {
    if (is) each.setAttribute(name, "true");
    else each.removeAttribute(name);
  }

  function showPlayer(each, seat) {
    const [who, place] = [each.querySelector(".who"), each.querySelector(".value")];
    const value = valueOf(seat);
    each.classList.toggle("here", seat === current);
    each.classList.toggle("none", !value);
    who.hidden = false;
    mark(who, "aria-current", seat === current);
    place.textContent = "";
    if (value && kind() === "keys" && key(value)) place.append(...faceOf(key(value)));
    else place.append(value || spanOf("·", "dots", true));
  }

  function spanOf(text, look, isHidden = false) {
    const span = document.createElement("span");
    span.className = look;
    span.textContent = text;
    mark(span, "aria-hidden", isHidden);
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

  function showKey(each, text) {
    const isPressed = Boolean(current) && valueOf(current) === text;
    const lies = Boolean(current) && holders(text, current).length > 0;
    each.setAttribute("aria-pressed", String(isPressed));
    each.classList.toggle("lies", lies);
    each.classList.toggle("last", text === last && !isPressed);
    mark(each, "aria-disabled", current && !lies && refusal(text, current));
  }

  function showDone() {
    const button = form().querySelector(".done");
    const missing = kind() === ONE ? 0 : open().length;
    const text = sending ? words().sending : missing ? button.dataset.missing.split("|")[missing - 1] : button.dataset.done;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-disabled", String(sending || !isComplete()));
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

  // Fingers

  const idOf = ({ dataset }) => [dataset.key, dataset.call, dataset.does].join(); // of a key, which an update may replace

  // Keys count when the finger comes down, as on a keyboard: two thumbs may overlap.
  function pointed(event) {
    byKeyboard = false;
    const button = form() && event.target.closest(KEYS);
    if (!button || event.button > 0) return;
    event.preventDefault(); // the focus stays where it is
    pressing.add(idOf(button));
    used(button);
  }

  function clicked(event) {
    const button = event.target.closest("button, .pad label");
    if (!button || !form()) return;
    if (event.target.matches("input")) choseRadio(button);
    else {
      event.preventDefault();
      if (button.matches(".undo")) undo(button);
      else if (button.matches(".done")) pressDone(done);
      else if (button.matches(".who")) act(() => choose(button.closest("[data-seat]").dataset.seat));
      else if (!pressing.delete(idOf(button)) || event.detail === 0) used(button);
    }
  }

  // With the arrows of a keyboard, which choose and never take back.
  function choseRadio(label) {
    const { key: text, call: said } = label.dataset;
    if (text !== undefined ? valueOf(ONE) !== text : mine.call !== said) used(label);
  }

  function used({ dataset: { key: text, call: said, does } }) {
    act(() => (text !== undefined ? press(text) : said ? call(said) : does === "next" ? next() : clear()));
  }

  function pressDone(what) {
    if (!sending || meanwhile.length) act(what); // else it was pressed twice
  }

  // Sent like Done, so that the page stays; what was entered in the round is there again, to be mended.
  function undo(button) {
    if (sending) return;
    const sent = new URLSearchParams(new FormData(button.form));
    sent.append(button.name, button.value);
    send(button.form.action, sent, true);
  }

  // Keyboards

  function keyed(event) {
    byKeyboard = true;
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !form() || target.matches("input[type=text]")) return;
    if (event.key === "Enter") entered(event, target);
    else if (event.key === "Backspace" || event.key === "Delete") handle(event, () => (typed ? type(typed.slice(0, -1), true) : cut()));
    else if (/^Arrow/.test(event.key) && kind() !== ONE) handle(event, () => step(/Up|Left/.test(event.key) ? -1 : 1));
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
    pressDone(() => {
      settleTyped();
      return isComplete() ? done() : next();
    });
  }

  function step(by) {
    settleTyped();
    const some = seats();
    if (some.length === 0) return;
    const place = some.indexOf(current);
    pick(some[place < 0 ? 0 : (place + by + some.length) % some.length]);
    player(current).querySelector(".who").focus({ preventScroll: true });
  }

  // A card is typed as on the keys: 8 and h. A number that could go on waits for its next digit.
  function type(letter, isCut) {
    if (kind() === "digits" && key(letter)) return press(letter);
    if (kind() !== "keys") return false;
    const text = isCut ? letter : typed + letter.toUpperCase();
    const fitting = keys().map((each) => each.dataset.key).filter((each) => each.startsWith(text));
    if (isCut || (fitting.length > 0 && !(fitting.length === 1 && fitting[0] === text))) {
      typed = text;
      say(typed ? `${nameOf(current)}: ${typed}…` : "");
      return false;
    }
    if (fitting.length === 0) return typed && settleTyped() ? type(letter) : fill(words().nokey, { key: text });
    typed = "";
    return press(text);
  }

  // A beginning that is a whole key by itself, such as the 1 of 1, 10 and 11, is pressed; whether it was.
  function settleTyped() {
    const text = typed;
    typed = "";
    if (!text || !key(text)) return false;
    press(text);
    return true;
  }

  function focused(event) {
    const who = event.target.closest && event.target.closest(".who");
    if (!who || sending || !byKeyboard) return;
    const { seat } = who.closest("[data-seat]").dataset;
    if (seat !== current && mayEnter(seat)) act(() => choose(seat));
  }

  function start() {
    if (root.classList.contains("old")) return;
    root.classList.add("js");
    restore();
    follow();
    if (form() && !find("means").textContent.trim()) prompt();
    show();
    document.addEventListener("pointerdown", pointed);
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", keyed);
    document.addEventListener("focusin", focused);
    document.addEventListener("submit", (event) => event.preventDefault());
    document.body.addEventListener("htmx:afterSwap", (event) => event.detail.target.id === "live" && refresh());
  }

  document.addEventListener("DOMContentLoaded", start);
})();
