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
  const NOBODY = "none"; // the key for none of them
  const KEYS = ".pad .grid > button, .pad .calls > label, .pad .pickone > label";
  const root = document.documentElement;
  const storeKey = `entries ${location.pathname}`;
  const find = (id) => document.getElementById(id);
  const form = () => find("entry");
  const nothing = () => ({ plays: [], call: "" });

  let mine = nothing(); // what was entered: seats with their keys, the last one at the end, and the call
  let at = ""; // the row
  let edited = false; // whether that was since it was sent; a row that is corrected is what it is until then
  let aside = null; // the open round and what was entered there, while another row is open
  let taken = null; // the round and the entry that the server took last, and the act with which Undo takes it back
  let unsent = ""; // what Done could not send of this row: it is sent again as it was
  let current = ""; // the seat whose turn it is to be entered
  let starts = true; // whether the next digit begins a new number; null: all is entered
  let typed = ""; // the beginning of a key, typed on a keyboard
  let warned = ""; // the key that lies before somebody else, as was just said
  let sending = false;
  let meanwhile = []; // what was tapped while a request ran
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
  const rowOf = (page) => (page.getElementById("entry") ? page.getElementById("entry").elements.row.value : "");
  const isOpenRound = (row) => row.startsWith("enter ");

  const valueOf = (seat) => (mine.plays.find(([each]) => each === seat) || ["", ""])[1];
  const has = () => mine.plays.length > 0;
  const isCorrected = () => cells().some((each) => mayEnter(each.dataset.seat) && valueOf(each.dataset.seat) !== fieldOf(each).defaultValue) || String(tapped()) !== String(chosen()) || mine.call !== called();
  const isTapped = () => /one|several/.test(kind()); // players are tapped, and not what they have
  const chosen = () => all(".pickone input:not([type=hidden])").filter((each) => each.defaultChecked).map((each) => each.value).sort();
  const tapped = () => (isTapped() ? mine.plays.map(([seat, text]) => (seat === ONE ? text : seat)).sort() : []);
  const called = () => (all(".calls input").find((each) => each.defaultChecked) || { value: "" }).value;
  const isEntered = () => has() && open().length === 0 && Boolean(mine.call || all("[data-call]").length === 0);
  const isComplete = () => (words().way === "correct" ? isCorrected() && (has() || !isTapped()) : isEntered());

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

  // Shows a sentence above the keys, with the guest whom it is about, in smaller letters if it needs more than two rows.
  function say(text, isRefusal = false, question = "", seat = "") {
    const line = find("means");
    if (!line) return; // the end of a game has none
    asked = question;
    line.className = isRefusal ? "said no" : "said";
    const face = seat && document.querySelector(`thead [data-seat="${seat}"] .guest`);
    const span = document.createElement("span");
    span.textContent = text;
    line.textContent = "";
    line.append(...(face ? [face.cloneNode(true)] : []), span);
    const box = line.parentNode;
    line.classList.toggle("long", box.offsetHeight > parseFloat(getComputedStyle(box).minHeight) + 1);
    bringIntoSight();
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
    show();
    return bringIntoSight();
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

  function edit() {
    unsent = "";
    edited = true;
  }

  // An empty text takes back what the seat has.
  function put(seat, text) {
    mine.plays = mine.plays.filter(([each]) => each !== seat);
    edit();
    if (text) mine.plays.push([seat, text]);
    else if (!isTapped()) pick(seat);
  }

  function press(text) {
    if (!key(text)) return false;
    if (kind() === ONE) return put(ONE, valueOf(ONE) === text ? "" : text);
    if (kind() === SEVERAL) return toggle(text);
    if (!current) return "";
    return kind() === "digits" ? pressDigit(text) : pressKey(text);
  }

  // Somebody and nobody exclude each other.
  function toggle(text) {
    const isOther = (seat) => (seat === NOBODY) !== (text === NOBODY);
    mine.plays = mine.plays.filter(([seat]) => !isOther(seat));
    return put(text, valueOf(text) ? "" : "1");
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

  // A number that would be too high is refused. One ends by itself only with as many digits as any can have: after the 4
  // of a 45 that is too much, the 5 is not another player's.
  function pressDigit(digit) {
    if (starts === null && isEntry()) return false;
    const text = (starts === false ? valueOf(current) : "") + digit;
    const most = mostOf(current);
    if (Number(text) > most) return tooMuch(current);
    put(current, text);
    starts = false;
    return text === "0" || text.length >= words().most.length ? goOn() : "";
  }

  // Takes back what the current player has, or else what was entered last.
  function clear() {
    const [latest] = mine.plays[mine.plays.length - 1] || [];
    const seat = valueOf(current) || !isEntry() ? current : latest;
    typed = "";
    if (seat) put(seat, "");
  }

  function call(said) {
    edit();
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
  async function send(address, sent, isOfRow = true) {
    const row = isOfRow && sent.get("row");
    if (row === at) edited = false;
    const [answer, taps] = await ask(address, sent);
    answered = performance.now();
    clearTimeout(again);
    if (!answer) {
      unsent = isOfRow ? String(sent) : "";
      say(isOfRow ? words().waits : document.body.dataset.lost, true);
      if (isOfRow) again = setTimeout(retry, AGAIN);
      for (const tap of taps) act(tap);
    } else {
      unsent = "";
      find("link").hidden = true;
      if (row === at) conclude(answer);
      if (!isOfRow && answer.ok) bringBack(answer.page, sent.get("number"));
      const now = take(answer, true);
      if (!now) return false;
      tell(now.lost, (isOfRow || !answer.ok || !form()) && answer);
      if (answer.ok) for (const tap of taps) act(tap);
      else if (taps.length) say(`${find("means").textContent.trim()} ${words().late}`, true);
    }
    show();
    return answer && answer.ok;
  }

  // What the server has taken is not entered any more, unless the same round still waits for others.
  function conclude({ ok, page }) {
    if (!ok) edited = true;
    if (!ok || rowOf(page) === at) return;
    const undo = page.querySelector("#undo button");
    if (isOpenRound(at)) taken = { row: at, entry: mine, act: undo && undo.value };
    mine = nothing();
  }

  // Undo of the last entry opens its round again, with what was entered.
  function bringBack(page, act) {
    if (taken && taken.act === act && taken.row === rowOf(page)) aside = taken;
  }

  // Says what was lost, or what an answer says, or what comes next.
  function tell(lost, answer) {
    if (lost) say(lost, true);
    else if (!(answer && repeat(answer)) && form()) prompt();
  }

  // Returns whether the entry that waits for a connection has arrived.
  async function retry() {
    return form() && !sending && unsent && send(form().action, new URLSearchParams(unsent));
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

  // Opens another row, or what can be done with one. What still waits for a connection goes before.
  async function go(address) {
    if (sending) return;
    if (!isOpenRound(at)) unsent = "";
    if (unsent && !(await retry())) return;
    const [answer, taps] = await ask(address);
    const now = answer && take(answer, true);
    if (!answer) say(document.body.dataset.lost, true);
    else if (now && form()) {
      const { seat } = Object.fromEntries(new URL(address).searchParams);
      if (mayEnter(seat)) pick(seat);
      tell(now.lost, has() && isEntry() && answer);
      for (const tap of taps) act(tap);
    }
    show();
  }

  // Others have changed the room.
  async function refresh() {
    if (sending) return;
    if (unsent) {
      retry();
      return;
    }
    const address = location.href;
    const answer = await request(address);
    if (!answer || sending || !answer.ok) return;
    if (address !== location.href) { // another row was opened meanwhile
      refresh();
      return;
    }
    const before = at;
    const now = take(answer);
    if (now && form() && (now.lost || at !== before || !has())) tell(now.lost, answer);
    show();
  }

  // Goes to the row of the page, with what was entered there; says what can no longer be entered.
  function follow(isOurs) {
    const now = rowOf(document);
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
    edited = words().way === "correct";
  }

  // Goes to another row. What is entered in the open round stays aside until one is back there, and is lost where others
  // have closed that round.
  function move(now, isOurs) {
    if (isOurs && edited && isOpenRound(at) && !isOpenRound(now)) aside = { row: at, entry: mine };
    let isLost = edited && has() && !isOurs;
    mine = nothing();
    edited = false;
    typed = asked = current = lastFilled = "";
    at = now;
    if (aside && isOpenRound(now)) isLost = isLost || !resume();
    return isLost && form() ? words().over : "";
  }

  // Goes on with what is aside; returns whether nothing of it is lost, as its round is still open.
  function resume() {
    const { row, entry } = aside;
    aside = null;
    if (row !== at) return entry.plays.length === 0;
    mine = entry;
    edited = true;
    lastFilled = at;
    return true;
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
    if (!isAlike) refill(old, [...fresh.childNodes]);
    else before.forEach((each, n) => (each.nodeType === Node.ELEMENT_NODE ? morph(each, after[n]) : (each.data = after[n].data)));
  }

  // Gives an element other contents, in which what has an id stays: what follows the room would else hear nothing more.
  function refill(old, fresh) {
    const before = [...old.children].filter((each) => each.id);
    old.textContent = "";
    for (const each of fresh) {
      const same = each.id && before.find((one) => one.id === each.id && one.nodeName === each.nodeName);
      if (same) morph(same, each);
      old.append(same || each);
    }
  }

  // Showing what is entered

  function show() {
    save();
    if (!form()) return;
    fields();
    for (const each of cells()) showCell(each, each.dataset.seat);
    if (kind() === "keys") for (const each of keys()) showKey(each, each.dataset.key);
    showDone();
    showUndo();
  }

  // Keys count for the row, and the cell, that one sees.
  function bringIntoSight() {
    const row = document.querySelector(".open, .picked");
    if (!row) return;
    const scroller = document.querySelector(".scroller");
    const view = scroller.getBoundingClientRect();
    const above = document.querySelector("thead th").getBoundingClientRect().bottom;
    const { top, bottom } = row.getBoundingClientRect();
    scroller.scrollTop += Math.max(0, bottom - view.bottom) - Math.max(0, above - top);
    const { left, right } = (row.querySelector(".here") || row.firstElementChild).getBoundingClientRect();
    scroller.scrollLeft += Math.max(0, right - view.right) - Math.max(0, view.left - left);
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
    const missing = kind() === ONE ? 0 : open().length;
    const text = sending ? words().sending : missing ? button.dataset.missing.split("|")[missing - 1] : button.dataset.done;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-disabled", String(sending || !isComplete()));
  }

  // While a row is being entered, Undo takes back its last cell, and names it.
  function showUndo() {
    const place = document.querySelector("[data-undo]");
    if (!place) return;
    const [seat, text] = mine.plays[mine.plays.length - 1] || [];
    find("undo").hidden = !(isLocal() || place.closest("button").title);
    const latest = () => (isTapped() ? choiceOf(seat === ONE ? text : seat) : `${nameOf(seat)} ${text}`);
    place.textContent = isLocal() ? latest() : place.closest("button").title;
  }

  const choiceOf = (seat) => (seat === NOBODY ? key(NOBODY).textContent.trim() : nameOf(seat));
  const isLocal = () => isEntry() && has() && !unsent;

  // Kept over a reload

  function save() {
    store.tab.write(storeKey, { at, mine, edited, aside, taken, unsent });
  }

  function restore() {
    const stored = store.tab.read(storeKey);
    if (!stored) return;
    ({ at, mine, edited, aside = null, taken = null, unsent } = stored);
    lastFilled = at;
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
    root.classList.add("js");
    restore();
    const lost = follow(true);
    const { seat } = Object.fromEntries(new URLSearchParams(location.search));
    if (form() && seat && mayEnter(seat)) pick(seat);
    tell(lost, { page: document });
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
