// Fingers and keyboards on the score sheet. What is tapped stays on this page until Done sends all of it at once, so no
// tap waits for the server. Without these scripts the sheet is a form.
"use strict";
(() => {
  const { sheet, entry, turn, keys, send } = companion;
  const { ONE, form, mayEnter } = sheet;
  const { act, pressDone } = send;
  const KEYS = ".pad .grid > button, .pad .calls > label, .pad .pickone > label";
  const pressing = new Set(); // the keys that have counted when the finger came down; their click does not count again
  let byKeyboard = false; // whether the last thing that was used is a keyboard

  /** @param {boolean} isSo */
  const usesKeyboard = (isSo) => (byKeyboard = isSo);
  /** @param {Event} event */
  const targetOf = (event) => /** @type {Element} */ (event.target);

  // Whose turn it is

  /** @param {string} seat */
  function choose(seat) {
    keys.settle();
    return mayEnter(seat) ? turn.pick(seat) : false;
  }

  function next() {
    keys.settle();
    turn.goOn();
  }

  /** @param {Element} who */
  const seatOf = (who) => /** @type {HTMLElement} */ (who.closest("[data-seat]")).dataset.seat || "";

  // Fingers

  /**
   * Of a key, which an update may replace.
   * @param {HTMLElement} key
   */
  const idOf = ({ dataset }) => [dataset.key, dataset.call, dataset.does].join();

  /**
   * Keys count when the finger comes down, as on a keyboard: two thumbs may overlap.
   * @param {PointerEvent} event
   */
  function pointed(event) {
    usesKeyboard(false);
    const button = /** @type {HTMLElement | null} */ (form() && targetOf(event).closest(KEYS));
    if (!button || event.button > 0) return;
    if (button.closest(".pickone")) return; // which can scroll
    event.preventDefault(); // the focus stays where it is
    pressing.add(idOf(button));
    used(button);
  }

  /** @param {MouseEvent} event */
  function clicked(event) {
    const link = /** @type {HTMLAnchorElement | null} */ (targetOf(event).closest("#sheet a"));
    const isHere = link && link.href.split("?")[0] === location.href.split("?")[0];
    if (link && isHere && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      send.go(link.href);
      return;
    }
    const button = /** @type {HTMLButtonElement | null} */ (targetOf(event).closest("button, .pad label"));
    if (!button) return;
    if (targetOf(event).matches("input")) choseRadio(button);
    else {
      event.preventDefault();
      clickedButton(button, event.detail === 0);
    }
  }

  /** @param {HTMLButtonElement} button or a label @param {boolean} isByKey */
  function clickedButton(button, isByKey) {
    const [latest] = entry.latest();
    if (button.matches(".undo") && form() && companion.show.isLocal()) act(() => keys.put(latest || "", ""));
    else if (button.form && button.form !== form()) send.submit(button, button.form);
    else if (button.matches(".done")) pressDone(send.done);
    else if (button.matches(".who")) act(() => choose(seatOf(button)));
    else if (!pressing.delete(idOf(button)) || isByKey) used(button);
  }

  /**
   * With the arrows of a keyboard, which choose and never take back.
   * @param {HTMLElement} label
   */
  function choseRadio(label) {
    const { key, call } = label.dataset;
    if (key !== undefined ? entry.valueOf(ONE) !== key : entry.kept().mine.call !== call) used(label);
  }

  /** @param {HTMLElement} key */
  function used({ dataset: { key, call, does } }) {
    if (key !== undefined) act(() => keys.press(key));
    else if (call) act(() => entry.call(call));
    else act(does === "next" ? next : keys.clear);
  }

  // Keyboards

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    usesKeyboard(true);
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    if (isShortcut || !form() || targetOf(event).matches("input[type=text]")) return;
    if (event.key === "Enter") entered(event);
    else if (event.key === "Backspace" || event.key === "Delete") handle(event, keys.clear);
    else if (event.key.length === 1 && event.key !== " ") handle(event, () => keys.type(event.key));
  }

  /** @param {Event} event @param {Tap} tap */
  function handle(event, tap) {
    event.preventDefault();
    act(tap);
  }

  /**
   * Enter goes on, and sends at the end; on a key it presses the key, but does not take it back.
   * @param {Event} event
   */
  function entered(event) {
    const button = targetOf(event).closest("button, a");
    if (button && !button.matches('[aria-current="true"], [aria-pressed="true"]')) return;
    event.preventDefault();
    pressDone(() => {
      keys.settle();
      return entry.isComplete() ? send.done() : next();
    });
  }

  /** @param {FocusEvent} event */
  function focused(event) {
    const who = targetOf(event).closest && targetOf(event).closest(".who");
    if (!who || companion.server.isBusy() || !byKeyboard) return;
    const seat = seatOf(who);
    if (seat !== turn.now().seat && mayEnter(seat)) act(() => choose(seat));
  }

  function start() {
    document.addEventListener("pointerdown", pointed);
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", keyed);
    document.addEventListener("focusin", focused);
    document.addEventListener("submit", (event) => event.preventDefault());
  }

  document.addEventListener("DOMContentLoaded", start);
})();
