// Done sends all of the entry at once, and what finds no connection again. The answer is the page as it is then, and is
// taken over in place.
"use strict";
companion.send = (() => {
  const { sheet, entry, turn, server, line, keys } = companion;
  const { find } = companion.page;
  const { show, bringIntoSight } = companion.show;
  const { form, words, isEntry } = sheet;
  const AGAIN = 3_000; // ms until what could not be sent is sent again
  const JUST_NOW = 700; // ms within which a second press of Done belongs to the first
  let answered = -JUST_NOW;
  let again = 0; // timer

  /**
   * Does what a tap says, or lets it wait for the answer.
   * @param {Tap} tap
   */
  function act(tap) {
    if (server.isBusy()) return server.wait(tap);
    const refused = tap();
    if (typeof refused === "string" && refused) line.refuse(refused);
    else if (refused !== false) line.prompt();
    show();
    return bringIntoSight();
  }

  /** @param {Tap} tap */
  function pressDone(tap) {
    if (!server.isBusy() || server.waits()) act(tap); // else it was pressed twice
  }

  function done() {
    keys.settle();
    const missing = entry.open();
    const isSecond = performance.now() - answered < JUST_NOW;
    if (!entry.has() && isEntry() && isSecond) return false; // the second half of a double press
    if (entry.kept().unsent) retry();
    else if (entry.isComplete()) send(form().action, entry.fields());
    else if (sheet.isTapped()) return words().choose;
    else if (missing.length) {
      if (!missing.includes(turn.now().seat)) turn.pick(missing[0]);
      return fillNames(missing);
    } else return isEntry() ? words().ask : false;
    return false;
  }

  /** @param {string[]} missing */
  const fillNames = (missing) => sheet.fill(words().lacks, { names: sheet.names(missing) });

  /**
   * Sends an entry or another form; the answer is the page as it is then.
   * @param {string} address
   * @param {URLSearchParams} sent
   */
  async function send(address, sent, isOfRow = true) {
    const row = isOfRow ? sent.get("row") : null;
    if (row === entry.kept().at) entry.sent();
    const asking = server.ask(address, sent);
    show();
    const [answer, taps] = await asking;
    answered = performance.now();
    clearTimeout(again);
    const isTaken = answer ? arrived(answer, sent, isOfRow, taps) : lost(sent, isOfRow, taps);
    if (isTaken) show();
    return Boolean(isTaken && answer && answer.ok);
  }

  /** @param {URLSearchParams} sent @param {boolean} isOfRow @param {Tap[]} taps */
  function lost(sent, isOfRow, taps) {
    entry.wait(isOfRow ? String(sent) : "");
    line.refuse((isOfRow ? words().waits : document.body.dataset.lost) || "");
    if (isOfRow) again = setTimeout(retry, AGAIN);
    for (const tap of taps) act(tap);
    return true;
  }

  /**
   * Returns whether the answer is this page.
   * @param {Answer} answer
   * @param {URLSearchParams} sent
   * @param {boolean} isOfRow
   * @param {Tap[]} taps
   */
  function arrived(answer, sent, isOfRow, taps) {
    entry.wait("");
    find("link").hidden = true;
    if (isOfRow && sent.get("row") === entry.kept().at) entry.conclude(answer);
    if (!isOfRow && answer.ok) entry.bringBack(answer.page, sent.get("number"));
    const now = take(answer, true);
    if (!now) return false;
    line.tell(now.lost, isOfRow || !answer.ok || !form() ? answer.page : null);
    if (answer.ok) for (const tap of taps) act(tap);
    else if (taps.length) line.refuse(`${(find("means").textContent || "").trim()} ${words().late}`);
    return true;
  }

  // Returns whether the entry that waits for a connection has arrived.
  async function retry() {
    const { unsent } = entry.kept();
    if (!form() || server.isBusy() || !unsent) return false;
    return send(form().action, new URLSearchParams(unsent));
  }

  /**
   * Another form of the page, such as Undo, is sent like Done, so that the page stays.
   * @param {HTMLButtonElement} button
   * @param {HTMLFormElement} other
   */
  async function submit(button, other) {
    if (server.isBusy()) return;
    const sent = sheet.encoded(other);
    if (button.name) sent.append(button.name, button.value);
    if (await send(other.action, sent, false)) other.reset();
  }

  // The page in its newest state

  const shownVersion = () => Number(find("sheet").dataset.v); // the version of the room that it shows

  /**
   * Takes over an answer. Returns null if it is another page, else what became of the entry: a sentence, or nothing.
   * @param {Answer} answer
   * @param {boolean} [isOurs]
   */
  function take({ ok, page, url }, isOurs = false) {
    const fresh = page.getElementById("sheet");
    if (!fresh) {
      location.assign(url); // the host screen, or a question
      return null;
    }
    if (Number(fresh.dataset.v) >= shownVersion()) companion.morph.morph(find("sheet"), fresh);
    document.title = page.title;
    if (ok) history.replaceState(null, "", url); // of a refused form the row stays open
    return { lost: follow(isOurs) };
  }

  /**
   * Goes to the row of the page; says what can no longer be entered.
   * @param {boolean} isOurs
   */
  function follow(isOurs) {
    const before = entry.kept().at;
    const lost = entry.follow(isOurs);
    if (entry.kept().at !== before) leave();
    if (form()) turn.settle();
    return lost;
  }

  function leave() {
    keys.forget();
    line.forget();
    turn.change({ seat: "" });
  }

  /**
   * Opens another row, or what can be done with one. What still waits for a connection goes before.
   * @param {string} address
   */
  async function go(address) {
    if (server.isBusy()) return;
    if (!entry.isOpenRound(entry.kept().at)) entry.wait("");
    if (entry.kept().unsent && !(await retry())) return;
    const [answer, taps] = await server.ask(address);
    const now = answer && take(answer, true);
    if (!answer) line.refuse(document.body.dataset.lost || "");
    else if (now && form()) {
      pickIn(new URL(address).searchParams);
      line.tell(now.lost, entry.has() && isEntry() ? answer.page : null);
      for (const tap of taps) act(tap);
    }
    show();
  }

  /**
   * The player whose cell was tapped.
   * @param {URLSearchParams} query
   */
  function pickIn(query) {
    const seat = query.get("seat");
    if (seat && sheet.mayEnter(seat)) turn.pick(seat);
  }

  /**
   * Others have changed the room.
   * @returns {Promise<unknown>}
   */
  async function refresh() {
    if (server.isBusy()) return undefined;
    if (entry.kept().unsent) return retry();
    const address = location.href;
    const answer = await server.request(address);
    if (!answer || server.isBusy() || !answer.ok) return undefined;
    if (address !== location.href) return refresh(); // another row was opened meanwhile
    const before = entry.kept().at;
    const version = shownVersion();
    const now = take(answer);
    const isOtherRow = entry.kept().at !== before;
    const isNewer = shownVersion() > version && !entry.has();
    if (now && (now.lost || isOtherRow || isNewer) && form()) line.tell(now.lost, answer.page);
    return show();
  }

  function start() {
    entry.restore();
    const lost = follow(true);
    if (form()) pickIn(new URLSearchParams(location.search));
    line.tell(lost, document);
    show();
    retry();
    addEventListener("online", retry);
    document.body.addEventListener(
      "htmx:afterSwap",
      ({ detail }) => void (detail.target.id === "live" && refresh()),
    );
  }

  document.addEventListener("DOMContentLoaded", start);
  return { act, pressDone, done, submit, go };
})();
