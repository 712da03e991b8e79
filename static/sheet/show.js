// Shows what is entered: in the cells of the open row, on the keys, on Done and on Undo.
"use strict";
companion.show = (() => {
  const { find } = companion.page;
  const { sheet, entry, turn, server } = companion;
  const { ONE, NOBODY, form, kind, key, nameOf } = sheet;

  function show() {
    entry.save();
    if (!form()) return;
    entry.fields();
    for (const each of sheet.cells()) showCell(each, each.dataset.seat || "");
    if (kind() === "keys") for (const each of sheet.keys()) showKey(each, each.dataset.key || "");
    showDone();
    showUndo();
  }

  /** @param {HTMLElement} each @param {string} seat */
  function showCell(each, seat) {
    const value = sheet.isTapped() ? (entry.tapped().includes(seat) ? "1" : "") : entry.valueOf(seat);
    const pressed = value && kind() === "keys" ? key(value) : null;
    const old = /** @type {HTMLElement | null} */ (each.querySelector(".old"));
    const place = /** @type {HTMLElement} */ (each.querySelector(".value"));
    each.classList.toggle("here", seat === turn.now().seat);
    showWho(each.querySelector(".who"), seat, pressed ? pressed.getAttribute("aria-label") : "");
    if (old) old.hidden = value === each.dataset.was;
    place.textContent = "";
    if (pressed) place.append(...faceOf(pressed));
    else place.textContent = value || (old && !old.hidden ? "–" : "");
  }

  /**
   * @param {HTMLElement | null} who the button that gives this player the turn
   * @param {string} seat
   * @param {string | null} title
   */
  function showWho(who, seat, title) {
    if (!who) return;
    who.hidden = false;
    who.setAttribute("aria-current", String(seat === turn.now().seat));
    who.title = String(title);
  }

  /**
   * A card as its key shows it, with its suit.
   * @param {HTMLElement} button
   * @returns {(string | Node)[]}
   */
  function faceOf(button) {
    const text = (button.textContent || "").trim();
    const suit = button.dataset.suit && form().querySelector(`[href="#suit-${button.dataset.suit}"]`);
    return suit ? [text, /** @type {Element} */ (suit.parentNode).cloneNode(true)] : [text];
  }

  /** @param {HTMLElement} each @param {string} text */
  function showKey(each, text) {
    const { seat } = turn.now();
    const isPressed = Boolean(seat) && entry.valueOf(seat) === text;
    const lies = Boolean(seat) && entry.holders(text, seat).length > 0;
    each.setAttribute("aria-pressed", String(isPressed));
    each.classList.toggle("lies", lies);
    each.setAttribute("aria-disabled", String(Boolean(seat && !lies && entry.refusal(text, seat))));
  }

  function showDone() {
    const button = /** @type {HTMLButtonElement} */ (form().querySelector(".done"));
    const { missing = "", done = "" } = button.dataset;
    const lacking = kind() === ONE ? 0 : entry.open().length;
    const ready = lacking ? missing.split("|")[lacking - 1] : done;
    const text = server.isBusy() ? sheet.words().sending : ready;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-disabled", String(server.isBusy() || !entry.isComplete()));
  }

  // While a row is being entered, Undo takes back its last cell, and names it.
  function showUndo() {
    const place = document.querySelector("[data-undo]");
    const button = place && place.closest("button");
    if (!place || !button) return;
    find("undo").hidden = !(isLocal() || button.title);
    place.textContent = isLocal() ? latest() : button.title;
  }

  const isLocal = () => sheet.isEntry() && entry.has() && !entry.kept().unsent;

  // What Undo would take back, in words.
  function latest() {
    const [seat, text] = entry.latest();
    return sheet.isTapped() ? choiceOf(seat === ONE ? text : seat) : `${nameOf(seat)} ${text}`;
  }

  /** @param {string} seat */
  const choiceOf = (seat) => (seat === NOBODY ? (key(NOBODY).textContent || "").trim() : nameOf(seat));

  // Keys count for the row, and the cell, that one sees.
  function bringIntoSight() {
    const row = document.querySelector(".open, .picked");
    const scroller = document.querySelector(".scroller");
    const head = document.querySelector("thead th");
    if (!row || !scroller || !head) return;
    const view = scroller.getBoundingClientRect();
    const above = head.getBoundingClientRect().bottom;
    const { top, bottom } = row.getBoundingClientRect();
    scroller.scrollTop += Math.max(0, bottom - view.bottom) - Math.max(0, above - top);
    const cell = /** @type {Element} */ (row.querySelector(".here") || row.firstElementChild);
    const { left, right } = cell.getBoundingClientRect();
    scroller.scrollLeft += Math.max(0, right - view.right) - Math.max(0, view.left - left);
  }

  return { show, isLocal, bringIntoSight };
})();
