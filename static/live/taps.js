// Which presses count: not those that were meant for what the page showed just before. What counts is sent in turn, and
// the page says what became of it.
"use strict";
(() => {
  const { find, all, live, isVisible } = companion.page;
  const { room } = companion;
  const SECOND_TAP = 600; // ms within which a tap is meant for the button that was there before
  const DOUBLE_TAP = 250; // ms after a card or a new round within which a tap counts as a double tap
  const TYPED = ["entry", "list", "number", "named"]; // forms with text fields
  const PLAYS = ["entry", "list", "pad", "call", "want"]; // what the stream tells the page of, without an answer
  const LAID = ["pad", "call", "admit", "deny"]; // forms of buttons, where people tap one after another
  let tapped = 0; // time of the last tap, not of its handling
  /** @type {HTMLButtonElement | null} */
  let button = null; // that it pressed
  let pressed = ""; // the last button that counted, by what it would send
  /** @type {Set<string>} */
  let offered = new Set(); // the buttons that were on the screen then
  let sent = -SECOND_TAP; // time of the tap that sent the last form
  let answered = -SECOND_TAP;
  let changed = -SECOND_TAP;
  let offer = ""; // which buttons the page shows, by the phase and the round
  /** @typedef {{ fields: FormData, issueRequest: (confirmed: boolean) => void }} Press */
  /** @type {Press[] | null} */
  let waiting = null; // presses that wait for the answer to the one before; null while no request runs
  /** @type {Press | null} */
  let turn = null; // the one that is sent after it

  /** @param {Press[] | null} presses */
  const queue = (presses) => (waiting = presses);

  // Whether a press counts

  /** @param {MouseEvent} event */
  function tap(event) {
    tapped = event.timeStamp;
    button = /** @type {Element} */ (event.target).closest("button");
  }

  /**
   * Called before htmx would abort a request in flight for a new one.
   * @param {HtmxEvent} event
   */
  function confirm(event) {
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
    offered = new Set(Array.from(document.querySelectorAll("button")).filter(isVisible).map(sends));
    if (!inTurn || !waiting) return;
    event.preventDefault();
    waiting.push({ fields: fieldsOf(elt), issueRequest });
  }

  /**
   * What a button would send.
   * @param {{ form: HTMLElement | null, name?: string, value?: string }} button
   */
  const sends = ({ form, name = "", value = "" }) => `${form ? form.id : ""} ${name}=${value}`;

  /**
   * Until when a tap counts as meant for the button that was there before. Another one that was there too is meant.
   * @param {HTMLFormElement} form
   * @param {boolean} another
   */
  function patience(form, another) {
    const isFull = () => !Array.from(new FormData(form).values()).includes("");
    if (TYPED.includes(form.id)) return isFull() ? 0 : answered + SECOND_TAP;
    if (LAID.includes(form.id)) return Math.max(sent, changed) + DOUBLE_TAP;
    return (another ? changed : Math.max(answered, changed)) + SECOND_TAP;
  }

  // A press that is meant, but came just after somebody else had changed the page, is not ignored in silence.
  function sayIfEarly() {
    const { early } = find("message").dataset;
    const isMeant = !waiting && tapped >= Math.max(sent, answered) + SECOND_TAP;
    if (early && isMeant) find("message").textContent = early;
  }

  /**
   * After a change of buttons, a tap that was meant for the one before does not count.
   * @param {HtmxEvent} event
   */
  function afterSwap({ detail: { target } }) {
    if (!["live", "own"].includes(target.id)) return;
    if (!hasOthers()) return;
    changed = performance.now();
    fold("main > details[open]");
  }

  // Whether the page shows other buttons than when this was asked last.
  function hasOthers() {
    const { phase, place } = live().dataset;
    const before = offer;
    offer = `${phase} ${place}`;
    return offer !== before;
  }

  /** @param {string} selector */
  function fold(selector) {
    for (const each of all(selector)) /** @type {HTMLDetailsElement} */ (each).open = false;
  }

  // Sending in turn

  /**
   * What a form would send now: by its turn the page may be another one.
   * @param {HTMLFormElement} form
   */
  function fieldsOf(form) {
    const fields = new FormData(form);
    if (button && button.form === form && button.name) fields.append(button.name, button.value);
    return fields;
  }

  /** @param {HtmxEvent} event */
  function beforeSend({ detail }) {
    if (turn) detail.formData = detail.parameters = turn.fields;
    const follows = PLAYS.includes(detail.elt.id) && room.follows();
    if (follows) detail.headers["X-Follows"] = follows;
  }

  /** @param {HtmxEvent} event */
  function holdOthers({ detail }) {
    if ("inTurn" in detail.elt.dataset) queue([]);
  }

  /**
   * What was pressed while a request ran is sent after its answer; nothing is if that could not be done.
   * @param {HtmxEvent["detail"]} answer
   */
  function takeTurn({ successful, xhr }) {
    const [next, ...others] = waiting || [];
    queue(null);
    if (!next || !successful || xhr.getResponseHeader("HX-Redirect")) return;
    turn = next;
    next.issueRequest(true);
    turn = null;
    if (waiting) queue(others);
  }

  // Answers

  /** @param {HtmxEvent} event */
  function afterSend({ detail }) {
    const { elt, successful, xhr, requestConfig } = detail;
    if (waiting && "inTurn" in elt.dataset) setTimeout(takeTurn, 0, detail); // htmx is not done yet
    if (requestConfig.verb === "get") return;
    if (!isKept(detail)) sayIfLost(detail);
    if (xhr.status === 409) room.refresh(); // the room has changed, and this page is behind
    const already = (successful && xhr.getResponseHeader("X-Said")) || ""; // no refusal: it was sent again
    find("message").classList.toggle("so", already !== "");
    if (!successful) return;
    find("message").textContent = decodeURIComponent(already);
    answered = performance.now();
    fold(".rank[open]");
    if (TYPED.includes(elt.id)) clear(elt, requestConfig.formData);
    if (xhr.status === 204) room.follow(Number(xhr.getResponseHeader("X-Version")));
  }

  /** @param {HtmxEvent["detail"]} answer */
  const hasArrived = ({ successful, xhr }) => successful || xhr.getResponseHeader("HX-Retarget");

  /**
   * A phone keeps what did not arrive, and sends it later (unsent.js).
   * @param {HtmxEvent["detail"]} answer
   */
  function isKept(answer) {
    if (hasArrived(answer)) return false;
    const fields = Array.from(answer.requestConfig.formData);
    const lost = new CustomEvent("live:lost", { cancelable: true, detail: { form: answer.elt, fields } });
    return !document.dispatchEvent(lost);
  }

  /** @param {HtmxEvent["detail"]} answer */
  function sayIfLost(answer) {
    if (!hasArrived(answer)) find("message").textContent = document.body.dataset.lost || "";
  }

  /**
   * Clear the field that was sent, unless something else was typed since.
   * @param {HTMLFormElement} form
   * @param {FormData} data
   */
  function clear(form, data) {
    for (const each of /** @type {HTMLInputElement[]} */ (all("input[type=text]", form))) {
      if (data.getAll(each.name).includes(each.value)) each.value = "";
    }
  }

  function start() {
    if (!live()) {
      document.body.addEventListener("htmx:afterRequest", ({ detail }) => sayIfLost(detail));
      return;
    }
    hasOthers();
    document.body.addEventListener("htmx:afterSwap", afterSwap); // after what that does in room.js
    document.body.addEventListener("htmx:confirm", confirm);
    document.body.addEventListener("htmx:configRequest", beforeSend);
    document.body.addEventListener("htmx:beforeSend", holdOthers);
    document.body.addEventListener("htmx:afterRequest", afterSend);
    document.addEventListener("click", tap, true); // the Enter key clicks too
  }

  document.addEventListener("DOMContentLoaded", start);
})();
