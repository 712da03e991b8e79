// The score sheet. What is tapped stays on this page until Done sends all of it at once, so no tap waits for the server.
// The page is brought up to date in place: a key is never replaced under a finger. Without this script the sheet is a form.
"use strict";
(() => {
  const PATIENCE = 8_000; // ms that a request may take
  const AGAIN = 3_000; // ms until what could not be sent is sent again
  const JUST_NOW = 700; // ms within which a second press of Done belongs to the first
  const MANY = 3; // names that a sentence lists
  const ONE = "one"; // stands for all players where one of them, or nobody, is chosen
  const SEVERAL = "several"; // where any number of players may be
  const KEYS = ".pad .grid > button, .pad .calls > label, .pad .pickone > label";
  const root = document.documentElement;
  const storeKey = `entries ${location.pathname}`;
  const find = (id) => document.getElementById(id);
  const form = () => find("entry");
  const nothing = () => ({ plays: [], call: "" });

  let mine = nothing(); // what was entered: seats with their keys, the last one at the end, and the call
  let kept = {}; // what was entered in the open round, while another row is open or the last one taken back
  let at = ""; // the row
  let unsent = ""; // what Done could not send of this row: it is sent again as it was
  let current = ""; // the seat whose turn it is to be entered
  let starts = true; // whether the next digit begins a new number; null: all is entered
  let typed = ""; // the beginning of a key, typed on a keyboard
  let warned = ""; // the key that lies before somebody else, as was just said
  let sending = false;
  let meanwhile = []; // what was tapped while a request ran
  let attempted = ""; // the row for which Done was pressed last
  let answered = -JUST_NOW;
  let asked = ""; // the entry whose meaning was asked for
  let byKeyboard = false; // whether the last thing that was used is a keyboard
  let again = 0; // timer
  const pressing = new Set(); // the keys that have counted when the finger came down; their click does not count again

  // What the page offers

  const words = () => form().dataset;
  const kind = () => words().kind;
  const isEntry = () => words().way === "enter";
  const all = (selector) => [...form().querySelectorAll(selector)];
  const cells = () => [...document.querySelectorAll(".open td[data-seat]")];
  const cell = (seat) => cells().find((each) => each.dataset.seat === seat);
  const fieldOf = (each) => each.querySelector("input");
  const mayEnter = (seat) => Boolean(cell(seat) && fieldOf(cell(seat)) && !fieldOf(cell(seat)).disabled);
  const seats = () => cells().map((each) => each.dataset.seat).filter(mayEnter);
  const keys = () => all(".grid [data-key], .pickone [data-key]");
  const key = (text) => keys().find((each) => each.dataset.key === text);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const rowOf = () => (form() ? `${words().way} ${form().elements.at.value} ${form().elements.was.value}` : "");

  const valueOf = (seat) => (mine.plays.find(([each]) => each === seat) || ["", ""])[1];
  const has = () => mine.plays.length > 0;
  const isCorrected = () => cells().some((each) => mayEnter(each.dataset.seat) && valueOf(each.dataset.seat) !== fieldOf(each).defaultValue) || String(tapped()) !== String(chosen()) || mine.call !== called();
  const isTapped = () => /one|several/.test(kind()); // players are tapped, and not what they have
  const chosen = () => all(".pickone input:not([type=hidden])").filter((each) => each.defaultChecked).map((each) => each.value).sort();
  const tapped = () => (isTapped() ? mine.plays.map(([seat, text]) => (seat === ONE ? text : seat)).sort() : []);
  const called = () => (all(".calls input").find((each) => each.defaultChecked) || { value: "" }).value;
  const isComplete = () => (words().way === "correct" ? isCorrected() : kind() === SEVERAL || has() && open().length === 0 && (mine.call || all("[data-call]").length === 0));

  // Who is still to be entered; a player whose phone can send it, or who is not there, may be entered, but is not waited for.
  function open() {
    if (words().way === "correct" || kind() === SEVERAL) return [];
    const waited = kind() === ONE ? [ONE] : seats().filter((seat) => /missing|entered/.test(cell(seat).dataset.state));
    return waited.filter((seat) => !valueOf(seat));
  }

  // Why a key cannot be pressed for a player, in a sentence of the rules.
  function refusal(text, seat) {
    const { closed = "", why = "" } = key(text).dataset;
    if (closed.split(" ").includes(seat)) return why;
    return Number(text) > mostOf(seat) ? tooMuch(seat) : "";
  }

  // The highest number that a player can have beside the others'.
  function mostOf(seat) {
    const { most, together } = words();
    if (!together) return Number(most) || Infinity;
    const others = mine.plays.filter(([each]) => each !== seat);
    return Math.min(Number(most) || Infinity, Number(together) - others.reduce((sum, [, value]) => sum + Number(value), 0));
  }

  const tooMuch = (seat) => fill(words().too, { most: mostOf(seat) });

  // Those before whom all cards of a key lie.
  function holders(text, seat) {
    const others = mine.plays.filter(([each, value]) => each !== seat && value === text).map(([each]) => each);
    return others.length >= Number(key(text).dataset.copies || Infinity) ? others : [];
  }

  // Saying

  // Shows a sentence above the keys, with the guest whom it is about. What is longer than its two rows scrolls.
  function say(text, isRefusal = false, question = "", seat = "") {
    const line = find("means");
    asked = question;
    line.className = isRefusal ? "said no" : "said";
    const face = seat && document.querySelector(`thead [data-seat="${seat}"] .guest`);
    const span = document.createElement("span");
    span.textContent = text;
    line.replaceChildren(...(face ? [face.cloneNode(true)] : []), span);
    if (line.classList.toggle("long", line.scrollHeight > line.clientHeight + 1)) line.tabIndex = 0;
    else line.removeAttribute("tabindex");
  }

  // Shows what the line of another page says; returns whether that is anything.
  function repeat({ page }, question) {
    const line = page.getElementById("means");
    const text = line ? line.textContent.trim() : "";
    if (text) say(text, line.matches(".no"), question);
    return Boolean(text);
  }

  const nameOf = (seat) => `\u2068${cell(seat).dataset.name}\u2069`;
  const names = (some) => some.slice(0, MANY).map(nameOf).join(root.lang === "ja" ? "、" : ", ") + (some.length > MANY ? " …" : "");

  // What comes next, in words; the meaning of a complete entry is asked for.
  function prompt() {
    if (isComplete() && (has() || !isEntry())) check();
    else if (open().length === 0 && has() && isEntry()) say(words().ask);
    else if (isTapped()) say(words().choose);
    else if (!current) say("");
    else say(fill(`${valueOf(current) ? words().change : words().next} ${words().rest || ""}`, { name: nameOf(current), most: mostOf(current) }).trim(), false, "", current);
    if (!isComplete()) showPoints(null);
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
    return mayEnter(seat) ? pick(seat) : false;
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
    unsent = "";
    if (text) mine.plays.push([seat, text]);
    else if (!isTapped()) pick(seat);
  }

  function press(text) {
    if (!key(text)) return false;
    if (kind() === ONE) return put(ONE, valueOf(ONE) === text ? "" : text);
    if (kind() === SEVERAL) return put(text, valueOf(text) ? "" : "1");
    if (!current) return "";
    return kind() === "digits" ? pressDigit(text) : pressKey(text);
  }

  function pressKey(text) {
    const others = holders(text, current);
    if (valueOf(current) === text && isEntry()) return put(current, "");
    if (others.length && warned === text) return put(others[0], "");
    if (others.length) {
      warned = text;
      return fill(words().lies, { card: key(text).dataset.phrase, name: names(others) });
    }
    const why = refusal(text, current);
    if (why) return why;
    put(current, text);
    return goOn();
  }

  // A number ends by itself where no further digit fits; one that would be too high is refused.
  function pressDigit(digit) {
    if (starts === null && isEntry()) return false;
    const text = (starts === false ? valueOf(current) : "") + digit;
    const most = mostOf(current);
    if (Number(text) > most) return tooMuch(current);
    put(current, text);
    starts = false;
    return text === "0" || Number(`${text}0`) > most ? goOn() : "";
  }

  // Takes back what the current player has, or else what was entered last.
  function clear() {
    const [latest] = mine.plays[mine.plays.length - 1] || [];
    const seat = valueOf(current) || !isEntry() ? current : latest;
    typed = "";
    if (seat) put(seat, "");
  }

  function call(said) {
    unsent = "";
    mine.call = mine.call === said ? "" : said;
  }

  // Done

  function done() {
    settleTyped();
    const missing = open();
    if (!has() && isEntry() && performance.now() - answered < JUST_NOW) return false; // the second half of a double press
    if (unsent) retry();
    else if (isComplete()) send(form().action, fields());
    else if (isTapped()) return words().choose;
    else if (missing.length) {
      if (!missing.includes(current)) pick(missing[0]);
      return fill(words().lacks, { names: names(missing) });
    } else return isEntry() ? words().ask : false;
    return false;
  }

  function fields() {
    for (const each of cells()) if (fieldOf(each)) fieldOf(each).value = valueOf(each.dataset.seat);
    for (const each of all("[data-call]")) fieldOf(each).checked = mine.call === each.dataset.call;
    for (const each of all(".pickone [data-key]")) fieldOf(each).checked = tapped().includes(each.dataset.key);
    return new URLSearchParams(new FormData(form()));
  }

  // Sends an entry or another form; the answer is the page as it is then. What finds no connection is sent again.
  async function send(address, sent, isEntered = true) {
    attempted = at;
    const [answer, taps] = await ask(address, sent);
    answered = performance.now();
    clearTimeout(again);
    if (!answer) {
      unsent = isEntered ? String(sent) : "";
      say(isEntered ? words().waits : document.body.dataset.lost, true);
      if (isEntered) again = setTimeout(retry, AGAIN);
      for (const tap of taps) act(tap);
    } else {
      unsent = "";
      find("link").hidden = true;
      if (!take(answer, true)) return false;
      const isSaid = !(form() && answer.ok && !isEntered) && repeat(answer);
      if (form() && !isSaid) prompt();
      if (answer.ok) for (const tap of taps) act(tap);
      else if (taps.length) say(`${find("means").textContent.trim()} ${words().late}`, true);
    }
    show();
    return answer && answer.ok;
  }

  function retry() {
    if (form() && !sending && unsent) send(form().action, new URLSearchParams(unsent));
  }

  // Asks, and returns the answer with what was tapped meanwhile.
  async function ask(address, sent) {
    sending = true;
    if (sent) show();
    const answer = await request(address, sent);
    const taps = meanwhile;
    sending = false;
    meanwhile = [];
    return [answer, taps];
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
    say("…", false, question);
    const answer = await request(words().check, entry);
    if (!answer || sending || asked !== question) return; // the entry is another by now
    repeat(answer, question);
    showPoints(answer.page);
  }

  // The points on top, as they are and as they would be.
  function showPoints(page) {
    if (isEntry()) return;
    for (const each of document.querySelectorAll("thead [data-seat]")) {
      const fresh = page && page.querySelector(`thead [data-seat="${each.dataset.seat}"] .total`);
      const total = each.querySelector(".total");
      if (fresh) morph(total, fresh);
      else if (!page && total.querySelector("s")) total.textContent = total.querySelector("s").textContent;
    }
  }

  // The page in its newest state

  // Takes over an answer. Returns null if it is another page, else what became of the entry: of each a sentence, or nothing.
  function take({ ok, page, url }, isOurs = false) {
    const fresh = page.getElementById("sheet");
    if (!fresh) { // the host screen, or a question
      location.assign(url);
      return null;
    }
    if (Number(fresh.dataset.v) >= Number(find("sheet").dataset.v)) morph(find("sheet"), fresh);
    document.title = page.title;
    if (ok) history.replaceState(null, "", url); // of a refused form the row stays open
    return { lost: follow(isOurs) };
  }

  // Opens another row, or what can be done with one.
  async function go(address) {
    if (sending) return;
    const [answer, taps] = await ask(address);
    if (!answer) say(document.body.dataset.lost, true);
    else if (take(answer, true) && form()) {
      const { seat } = Object.fromEntries(new URL(address).searchParams);
      if (mayEnter(seat)) pick(seat);
      if (!has() || !isEntry() || !repeat(answer)) prompt();
      for (const tap of taps) act(tap);
    }
    show();
  }

  // Others have changed the room.
  async function refresh() {
    if (sending) return;
    const answer = await request(location.href);
    if (!answer || sending || !answer.ok) return;
    const before = at;
    const taken = take(answer);
    if (unsent) retry();
    else if (taken && taken.lost) say(taken.lost, true);
    else if (taken && form() && (at !== before || !has()) && !repeat(answer)) prompt();
    show();
  }

  // Goes to the row of the page, with what was entered there; says what can no longer be entered.
  function follow(isOurs) {
    const now = rowOf();
    const lost = now === at ? "" : move(now, isOurs);
    if (!form()) return "";
    if (now !== lastFilled) fillIn();
    lastFilled = now;
    const stay = mine.plays.filter(([seat, text]) => mayStay(seat, text));
    const isLess = stay.length < mine.plays.length;
    mine.plays = stay;
    if (!mayEnter(current)) begin();
    if (starts === null && !isComplete()) starts = true;
    return isLess ? words().dropped : lost;
  }

  // What the page has in its fields is where nothing else was entered.
  let lastFilled = "";
  function fillIn() {
    for (const { dataset: { seat } } of cells()) if (mayEnter(seat) && !valueOf(seat) && fieldOf(cell(seat)).defaultValue) mine.plays.push([seat, fieldOf(cell(seat)).defaultValue]);
    if (isTapped() && !has()) mine.plays = chosen().map((seat) => (kind() === ONE ? [ONE, seat] : [seat, "1"]));
    mine.call = mine.call || called();
  }

  // With what we did ourselves, the entry of the open round is kept. If others have closed the round, it is lost.
  function move(now, isOurs) {
    const isLost = /^(enter|correct)/.test(at) && has() && !isOurs && attempted !== at;
    if (has() && !isLost && /^enter/.test(at)) kept = { [at]: mine };
    if (/^insert/.test(at) && attempted === at) kept = { [now]: Object.values(kept)[0] }; // rounds are counted anew
    mine = (isOurs && kept[now]) || nothing();
    at = now;
    unsent = "";
    typed = asked = current = lastFilled = "";
    return isLost && form() ? words().over : "";
  }

  function begin() {
    const [first] = isTapped() ? [] : [...open(), ...seats()];
    current = "";
    if (first) pick(first);
  }

  function mayStay(seat, text) {
    if (isTapped() || seat === ONE) return seat === ONE ? kind() === ONE && Boolean(key(text)) : Boolean(key(seat));
    return mayEnter(seat) && (kind() !== "keys" || !isEntry() || (Boolean(key(text)) && !refusal(text, seat)));
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
    for (const each of cells()) showCell(each, each.dataset.seat);
    if (kind() === "keys") for (const each of keys()) showKey(each, each.dataset.key);
    showDone();
    showUndo();
    save();
  }

  function showCell(each, seat) {
    const [who, place, old] = [".who", ".value", ".old"].map((one) => each.querySelector(one));
    const value = isTapped() ? (tapped().includes(seat) ? "1" : "") : valueOf(seat);
    each.classList.toggle("here", seat === current);
    if (who) who.hidden = false;
    if (who) who.setAttribute("aria-current", seat === current);
    if (who) who.title = value && kind() === "keys" && key(value) ? key(value).getAttribute("aria-label") : "";
    if (old) old.hidden = value === each.dataset.was;
    place.textContent = "";
    if (value && kind() === "keys" && key(value)) place.append(...faceOf(key(value)));
    else place.textContent = value || (old && !old.hidden ? "–" : "");
  }

  // A card as its key shows it, with its suit.
  function faceOf(button) {
    const suit = button.dataset.suit && form().querySelector(`[href="#suit-${button.dataset.suit}"]`).parentNode.cloneNode(true);
    return [button.textContent.trim(), ...(suit ? [suit] : [])];
  }

  function showKey(each, text) {
    const isPressed = Boolean(current) && valueOf(current) === text;
    const lies = Boolean(current) && holders(text, current).length > 0;
    each.setAttribute("aria-pressed", String(isPressed));
    each.classList.toggle("lies", lies);
    each.setAttribute("aria-disabled", Boolean(current && !lies && refusal(text, current)));
  }

  function showDone() {
    const button = form().querySelector(".done");
    const { none } = button.dataset;
    const missing = kind() === ONE ? 0 : open().length;
    const text = sending ? words().sending : missing ? button.dataset.missing.split("|")[missing - 1] : none && !has() ? none : button.dataset.done;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-disabled", String(sending || !isComplete()));
  }

  // While a row is being entered, Undo takes back its last cell, and names it.
  function showUndo() {
    const place = document.querySelector("[data-undo]");
    if (!place) return;
    const [seat, text] = mine.plays[mine.plays.length - 1] || [];
    find("undo").hidden = !(isLocal() || place.closest("button").title);
    place.textContent = isLocal() ? (isTapped() ? nameOf(seat === ONE ? text : seat) : `${nameOf(seat)} ${text}`) : place.closest("button").title;
  }

  const isLocal = () => isEntry() && has() && (kind() !== ONE || valueOf(ONE) !== "none") && !unsent;

  // Kept over a reload

  function save() {
    try {
      sessionStorage.setItem(storeKey, JSON.stringify({ at, mine, kept, unsent }));
    } catch {
      // where nothing can be stored, a reload forgets
    }
  }

  function restore() {
    try {
      const stored = JSON.parse(sessionStorage.getItem(storeKey));
      kept = stored.kept;
      if (form() && stored.at === rowOf()) ({ at, mine, unsent } = stored);
      if (at) lastFilled = at;
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
    if (button.closest(".pickone")) return; // which can scroll
    event.preventDefault(); // the focus stays where it is
    pressing.add(idOf(button));
    used(button);
  }

  function clicked(event) {
    const link = event.target.closest("#sheet a");
    if (link && link.href.split("?")[0] === location.href.split("?")[0] && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      go(link.href);
      return;
    }
    const button = event.target.closest("button, .pad label");
    if (!button) return;
    if (event.target.matches("input")) choseRadio(button);
    else {
      event.preventDefault();
      if (button.matches(".undo") && form() && isLocal()) act(() => put(mine.plays[mine.plays.length - 1][0], ""));
      else if (button.form && button.form !== form()) submit(button);
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

  // Another form of the page, such as Undo, is sent like Done, so that the page stays.
  async function submit(button) {
    if (sending) return;
    const sent = new URLSearchParams(new FormData(button.form));
    if (button.name) sent.append(button.name, button.value);
    if (await send(button.form.action, sent, false)) button.form.reset();
  }

  // Keyboards

  function keyed(event) {
    byKeyboard = true;
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !form() || target.matches("input[type=text]")) return;
    if (event.key === "Enter") entered(event, target);
    else if (event.key === "Backspace" || event.key === "Delete") handle(event, clear);
    else if (event.key.length === 1 && event.key !== " ") handle(event, () => type(event.key));
  }

  function handle(event, what) {
    event.preventDefault();
    act(what);
  }

  // Enter goes on, and sends at the end; on a key it presses the key, but does not take it back.
  function entered(event, target) {
    const button = target.closest("button, a");
    if (button && !button.matches('[aria-current="true"], [aria-pressed="true"]')) return;
    event.preventDefault();
    pressDone(() => {
      settleTyped();
      return isComplete() ? done() : next();
    });
  }

  // A card is typed as on the keys: 8 and h. A number that could go on waits for its next digit.
  function type(letter) {
    if (kind() === "digits" && key(letter)) return press(letter);
    if (kind() !== "keys") return false;
    const text = typed + letter.toUpperCase();
    const fitting = keys().map((each) => each.dataset.key).filter((each) => each.startsWith(text));
    if (fitting.length > 0 && String(fitting) !== text) {
      typed = text;
      say(`${nameOf(current)}: ${typed}…`);
      return false;
    }
    if (fitting.length === 0) return typed && settleTyped() ? type(letter) : false;
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
    const { seat } = Object.fromEntries(new URLSearchParams(location.search));
    if (form() && seat && mayEnter(seat)) pick(seat);
    if (form() && !repeat({ page: document })) prompt();
    show();
    retry();
    document.addEventListener("pointerdown", pointed);
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", keyed);
    document.addEventListener("focusin", focused);
    document.addEventListener("submit", (event) => event.preventDefault());
    addEventListener("online", retry);
    document.body.addEventListener("htmx:afterSwap", (event) => event.detail.target.id === "live" && refresh());
  }

  document.addEventListener("DOMContentLoaded", start);
})();
