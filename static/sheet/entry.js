// What is entered in the open row, and whether it can be so. It is kept over a reload, and while another row is open.
"use strict";
companion.entry = (() => {
  const { ONE, SEVERAL, form, words, kind, isEntry, isTapped, all, inputs } = companion.sheet;
  const { cells, cell, fieldOf, mayEnter, seats, key, fill, encoded } = companion.sheet;
  const storeKey = `entries ${location.pathname}`;

  /** @typedef {[seat: string, text: string]} Play */
  /** @typedef {{ plays: Play[], call: string }} Entered seats with their keys, the last one at the end, and the call */
  /**
   * @typedef {object} Kept
   * @property {string} at the row
   * @property {Entered} mine
   * @property {boolean} edited whether that was since it was sent; a row that is corrected is what it is until then
   * @property {{ row: string, entry: Entered } | null} aside the open round, while another row is open
   * @property {{ row: string, entry: Entered, act: string | null } | null} taken what the server took last, and
   *   the act with which Undo takes it back
   * @property {string} unsent what Done could not send of this row: it is sent again as it was
   * @property {string} filled the row of which the page's fields were read
   */

  /** @returns {Entered} */
  const nothing = () => ({ plays: [], call: "" });
  /** @type {Kept} */
  let kept = { at: "", mine: nothing(), edited: false, aside: null, taken: null, unsent: "", filled: "" };

  /** @param {Partial<Kept>} changes */
  function keep(changes) {
    kept = { ...kept, ...changes };
  }

  function save() {
    store.tab.write(storeKey, kept);
  }

  function restore() {
    const stored = store.tab.read(storeKey);
    if (stored) keep({ ...stored, filled: stored.at });
  }

  // What is entered

  /** @param {string} seat */
  const valueOf = (seat) => (kept.mine.plays.find(([each]) => each === seat) || ["", ""])[1];
  const has = () => kept.mine.plays.length > 0;
  const latest = () => kept.mine.plays[kept.mine.plays.length - 1] || [];

  // The seats that are tapped, where players are.
  function tapped() {
    return isTapped() ? kept.mine.plays.map(([seat, text]) => (seat === ONE ? text : seat)).sort() : [];
  }

  // What the page has: the players that are chosen, and the call.
  function chosen() {
    const boxes = inputs(".pickone input:not([type=hidden])").filter((each) => each.defaultChecked);
    return boxes.map((each) => each.value).sort();
  }

  const called = () => (inputs(".calls input").find((each) => each.defaultChecked) || { value: "" }).value;

  // Who is still to be entered. A player whose phone can send it, or who is not there, may be, but is not waited for.
  function open() {
    if (words().way === "correct" || kind() === SEVERAL) return [];
    const isWaited = (/** @type {string} */ seat) => /missing|entered/.test(cell(seat).dataset.state || "");
    const waited = kind() === ONE ? [ONE] : seats().filter(isWaited);
    return waited.filter((seat) => !valueOf(seat));
  }

  function isCorrected() {
    const isOther = (/** @type {HTMLElement} */ each) =>
      valueOf(each.dataset.seat || "") !== fieldOf(each).defaultValue;
    const isPlayOther = cells().some((each) => mayEnter(each.dataset.seat) && isOther(each));
    return isPlayOther || String(tapped()) !== String(chosen()) || kept.mine.call !== called();
  }

  function isComplete() {
    if (words().way === "correct") return isCorrected() && (has() || !isTapped());
    return has() && open().length === 0 && Boolean(kept.mine.call || all("[data-call]").length === 0);
  }

  // The entry, in the fields of the form, as it is sent.
  function fields() {
    for (const each of cells()) if (fieldOf(each)) fieldOf(each).value = valueOf(each.dataset.seat || "");
    for (const each of all("[data-call]")) fieldOf(each).checked = kept.mine.call === each.dataset.call;
    for (const each of all(".pickone [data-key]")) {
      fieldOf(each).checked = tapped().includes(each.dataset.key || "");
    }
    return encoded(form());
  }

  // What can be

  /**
   * Why a key cannot be pressed for a player, in a sentence of the rules.
   * @param {string} text
   * @param {string} seat
   */
  function refusal(text, seat) {
    const { closed = "", why = "" } = key(text).dataset;
    if (closed.split(" ").includes(seat)) return why;
    return Number(text) > mostOf(seat) ? tooMuch(seat) : "";
  }

  /**
   * The highest number that a player can have beside the others'.
   * @param {string} seat
   */
  function mostOf(seat) {
    const { most, together } = words();
    if (!together) return Number(most) || Infinity;
    const others = kept.mine.plays.filter(([each]) => each !== seat);
    const rest = Number(together) - others.reduce((sum, [, value]) => sum + Number(value), 0);
    return Math.min(Number(most) || Infinity, rest);
  }

  /** @param {string} seat */
  const tooMuch = (seat) => fill(words().too, { most: mostOf(seat) });

  /**
   * Those before whom all cards of a key lie.
   * @param {string} text
   * @param {string} seat
   */
  function holders(text, seat) {
    const same = kept.mine.plays.filter(([each, value]) => each !== seat && value === text);
    return same.length >= Number(key(text).dataset.copies || Infinity) ? same.map(([each]) => each) : [];
  }

  /** @param {Play} play */
  function mayStay([seat, text]) {
    if (seat === ONE) return kind() === ONE && Boolean(key(text));
    if (isTapped()) return Boolean(key(seat));
    return (
      mayEnter(seat) && (kind() !== "keys" || !isEntry() || (Boolean(key(text)) && !refusal(text, seat)))
    );
  }

  // Entering

  /** @param {Entered} mine */
  const edit = (mine) => keep({ mine, edited: true, unsent: "" });

  /**
   * An empty text takes back what the seat has.
   * @param {string} seat
   * @param {string} text
   */
  function put(seat, text) {
    const others = kept.mine.plays.filter(([each]) => each !== seat);
    edit({ ...kept.mine, plays: text ? [...others, [seat, text]] : others });
  }

  /** @param {(seat: string) => boolean} isMeant */
  function drop(isMeant) {
    keep({ mine: { ...kept.mine, plays: kept.mine.plays.filter(([seat]) => !isMeant(seat)) } });
  }

  /** @param {string} said */
  function call(said) {
    edit({ ...kept.mine, call: kept.mine.call === said ? "" : said });
  }

  // Sending

  /** @param {string} text what has found no connection; empty: nothing */
  const wait = (text) => keep({ unsent: text });
  const sent = () => keep({ edited: false });

  /**
   * What the server has taken is not entered any more, unless the same round still waits for others.
   * @param {{ ok: boolean, page: Document }} answer
   */
  function conclude({ ok, page }) {
    if (!ok) keep({ edited: true });
    if (!ok || rowOf(page) === kept.at) return;
    const undo = /** @type {HTMLButtonElement | null} */ (page.querySelector("#undo button"));
    if (isOpenRound(kept.at)) keep({ taken: { row: kept.at, entry: kept.mine, act: undo && undo.value } });
    keep({ mine: nothing() });
  }

  /**
   * Undo of the last entry opens its round again, with what was entered.
   * @param {Document} page
   * @param {FormDataEntryValue | null} act
   */
  function bringBack(page, act) {
    const { taken } = kept;
    if (taken && taken.act === act && taken.row === rowOf(page)) keep({ aside: taken });
  }

  // Rows

  /** @param {Document} page */
  function rowOf(page) {
    const entry = /** @type {HTMLFormElement | null} */ (page.getElementById("entry"));
    return entry ? /** @type {HTMLInputElement} */ (entry.elements.namedItem("row")).value : "";
  }

  /** @param {string} row */
  const isOpenRound = (row) => row.startsWith("enter ");

  /**
   * Goes to the row of the page, with what was entered there; says what can no longer be entered.
   * @param {boolean} isOurs whether this page has gone there
   */
  function follow(isOurs) {
    const now = rowOf(document);
    const lost = now === kept.at ? "" : move(now, isOurs);
    if (!form()) return "";
    if (now !== kept.filled) fillIn(now);
    const stay = kept.mine.plays.filter(mayStay);
    const isLess = stay.length < kept.mine.plays.length;
    keep({ mine: { ...kept.mine, plays: stay } });
    return isLess ? words().dropped : lost;
  }

  /**
   * Goes to another row. What is entered in the open round stays aside until one is back there, and is lost where
   * others have closed that round.
   * @param {string} now
   * @param {boolean} isOurs
   */
  function move(now, isOurs) {
    const { at, mine, edited } = kept;
    const isLost = edited && has() && !isOurs;
    if (isOurs && edited && isOpenRound(at) && !isOpenRound(now)) keep({ aside: { row: at, entry: mine } });
    keep({ at: now, mine: nothing(), edited: false, filled: "" });
    const isAsideLost = !isLost && kept.aside && isOpenRound(now) && !resume(kept.aside);
    return (isLost || isAsideLost) && form() ? words().over : "";
  }

  /**
   * Goes on with what is aside; returns whether nothing of it is lost, as its round is still open.
   * @param {{ row: string, entry: Entered }} aside
   */
  function resume({ row, entry }) {
    keep({ aside: null });
    if (row !== kept.at) return entry.plays.length === 0;
    keep({ mine: entry, edited: true, filled: row });
    return true;
  }

  /**
   * What the page has in its fields is where nothing else was entered.
   * @param {string} row
   */
  function fillIn(row) {
    const { plays, call } = kept.mine;
    /** @type {Play[]} */
    const found = cells().map((each) => [
      each.dataset.seat || "",
      fieldOf(each) ? fieldOf(each).defaultValue : "",
    ]);
    const more = found.filter(([seat, text]) => mayEnter(seat) && !valueOf(seat) && text);
    const all = [...plays, ...more];
    keep({
      mine: { plays: isTapped() && !all.length ? tappedOf(chosen()) : all, call: call || called() },
      edited: words().way === "correct",
      filled: row,
    });
  }

  /** @param {string[]} some seats @returns {Play[]} */
  const tappedOf = (some) => some.map((seat) => (kind() === ONE ? [ONE, seat] : [seat, "1"]));

  return {
    ...{ kept: () => kept, save, restore, follow },
    ...{ valueOf, has, latest, tapped, open, isComplete, fields },
    ...{ refusal, mostOf, tooMuch, holders },
    ...{ put, drop, call, wait, sent, conclude, bringBack, isOpenRound },
  };
})();
