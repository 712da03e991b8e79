// The phone's own digits. They write into the real field, which stays an <input>: without this script it asks for the
// system's keyboard, and a keyboard that is plugged in types into it either way. What is typed survives a reload.
"use strict";
(() => {
  const LONGEST = 12; // digits
  const { all } = companion.page;
  const isSecret = companion.page.is("secret");
  const lastUsed = new WeakMap(); // the field of each form that was typed into last

  const pads = () => all(".keys");
  const forms = () => pads().map(formOf);
  /** @param {Element} element */
  const formOf = (element) => /** @type {HTMLFormElement} */ (element.closest("form"));
  /** @param {HTMLFormElement} form */
  const fields = (form) => /** @type {HTMLInputElement[]} */ (all("input[type=text]", form));
  // What the player's own part says; on the host screen nothing does.
  const own = () => (companion.page.own() || document.createElement("p")).dataset;

  /**
   * The field that the digits go to: the one in use, or the first that is empty.
   * @param {HTMLFormElement} form
   * @returns {HTMLInputElement}
   */
  function target(form) {
    const inUse = fields(form).find((each) => each === document.activeElement);
    return inUse || lastUsed.get(form) || firstEmpty(form) || fields(form)[0];
  }

  /** @param {HTMLFormElement} form */
  function firstEmpty(form) {
    return fields(form).find((each) => each.value === "");
  }

  /** @param {HTMLFormElement} form */
  function most(form) {
    return Number(form.dataset.digits || own().digits) || LONGEST;
  }

  // Keys

  /** @param {Event} event */
  function pressed(event) {
    const key = /** @type {Element} */ (event.target).closest("button");
    if (!key) return;
    const form = formOf(key);
    const field = target(form);
    lastUsed.set(form, field);
    if (key.dataset.type) type(field, key.dataset.type, most(form));
    else if (key.dataset.does === "delete") field.value = field.value.slice(0, -1);
    else if (key.dataset.does === "minus") field.value = negated(field.value);
    else if (key.dataset.does === "keyboard") callKeyboard(field);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {string} number */
  const negated = (number) => (/^[-\u2212]/.test(number) ? number.slice(1) : `\u2212${number}`);

  /** @param {HTMLInputElement} field @param {string} digit @param {number} longest */
  function type(field, digit, longest) {
    const sign = /^[-\u2212]/.test(field.value) ? field.value[0] : "";
    const digits = field.value.slice(sign.length).replace(/^0$/, "");
    if (digits.length < longest) field.value = sign + digits + digit;
  }

  /** @param {HTMLInputElement} field */
  function callKeyboard(field) {
    field.inputMode = own().keys || field.dataset.mode || "numeric";
    field.blur();
    field.focus();
  }

  // A tap on the number itself does not call the system's keyboard: the digits are there.
  function restKeyboard() {
    for (const form of forms()) {
      for (const field of fields(form)) {
        field.dataset.mode = field.inputMode; // on the host's page, which is loaded again where it changes
        field.inputMode = "none";
      }
    }
  }

  // A phone that is open goes on to other questions and games.
  function offerMinus() {
    const { keys } = own();
    if (!keys) return;
    for (const key of all("[data-does=minus]")) /** @type {HTMLElement} */ (key).hidden = keys !== "text";
  }

  // The button says what it sends

  /** @param {HTMLFormElement} form */
  function label(form) {
    const send = /** @type {HTMLElement} */ (form.querySelector(".send"));
    const text = labelOf(form, send.dataset) || "";
    if (send.textContent !== text) send.textContent = text;
    for (const field of fields(form)) {
      field.style.setProperty("--length", String(Math.max(3, field.value.length)));
    }
  }

  /** @param {HTMLFormElement} form @param {DOMStringMap} texts */
  function labelOf(form, texts) {
    const says = own().send || texts.with;
    const [only] = fields(form);
    if (texts.next && firstEmpty(form)) return texts.next;
    return says && only.value ? says.replace("{}", only.value) : texts.without;
  }

  /**
   * In a list, the button goes from field to field until all are filled in.
   * @param {Event} event
   */
  function clicked(event) {
    const send = /** @type {Element} */ (event.target).closest(".send[data-next]");
    const empty = send && firstEmpty(formOf(send));
    if (!send || !empty) return;
    const { activeElement } = document;
    event.preventDefault();
    if (formOf(send).contains(activeElement) && activeElement !== send) empty.focus();
    lastUsed.set(formOf(send), empty);
    empty.scrollIntoView({ block: "nearest" });
    mark(formOf(send));
  }

  /** @param {HTMLFormElement} form */
  function mark(form) {
    for (const field of fields(form)) field.classList.toggle("next", field === target(form));
  }

  // Drafts: one for the room, with the round that it is for

  const draftKey = () => `draft ${location.pathname}`;

  function save() {
    if (isSecret || !companion.page.own()) return;
    const drafts = forms().map((form) => fields(form).map((each) => each.value));
    const isTyped = drafts.some((draft) => draft.some(Boolean));
    store.tab.write(draftKey(), isTyped ? { at: own().place, drafts } : null);
  }

  function restore() {
    if (isSecret || !companion.page.own()) return;
    const { at, drafts } = store.tab.read(draftKey()) || {};
    if (at !== own().place) return;
    forms().forEach((form, number) => {
      fields(form).forEach((field, place) => {
        if (!field.value && drafts[number]) field.value = drafts[number][place] || "";
      });
    });
  }

  function refresh() {
    offerMinus();
    for (const form of forms()) {
      label(form);
      mark(form);
    }
    save();
  }

  /** @param {Event} event */
  function used(event) {
    const field = /** @type {Element} */ (event.target);
    const form = field.closest("form");
    if (form && form.querySelector(".keys") && field.matches("input[type=text]")) lastUsed.set(form, field);
    refresh();
  }

  function start() {
    restKeyboard();
    restore();
    refresh();
    for (const pad of pads()) pad.addEventListener("click", pressed);
    document.addEventListener("click", clicked);
    document.addEventListener("input", refresh);
    document.addEventListener("focusin", used);
    document.body.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.requestConfig.verb === "post") lastUsed.delete(event.detail.elt);
      refresh();
    });
    document.body.addEventListener("htmx:afterSwap", refresh);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
