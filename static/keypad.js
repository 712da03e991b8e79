// The phone's own digits. They write into the real field, which stays an <input>: without this script it asks for the
// system's keyboard, and a keyboard that is plugged in types into it either way. What is typed survives a reload.
"use strict";
(() => {
  const LONGEST = 12; // digits
  const isSecret = document.documentElement.classList.contains("secret");
  const lastUsed = new WeakMap(); // the field of each form that was typed into last

  const pads = () => [...document.querySelectorAll(".keys")];
  const fields = (form) => [...form.querySelectorAll("input[type=text]")];
  const own = () => document.getElementById("own");
  const sendButton = (form) => form.querySelector(".send");

  // The field that the digits go to: the one in use, or the first that is empty.
  function target(form) {
    const all = fields(form);
    return all.find((each) => each === document.activeElement) || lastUsed.get(form) || firstEmpty(form) || all[0];
  }

  function firstEmpty(form) {
    return fields(form).find((each) => each.value === "");
  }

  function most(form) {
    return Number(form.dataset.digits || (own() && own().dataset.digits)) || LONGEST;
  }

  // Keys

  function pressed(event) {
    const key = event.target.closest("button");
    if (!key) return;
    const form = key.closest("form");
    const field = target(form);
    lastUsed.set(form, field);
    if (key.dataset.type) type(field, key.dataset.type, most(form));
    else if (key.dataset.does === "delete") field.value = field.value.slice(0, -1);
    else if (key.dataset.does === "minus") field.value = /^[-\u2212]/.test(field.value) ? field.value.slice(1) : `\u2212${field.value}`;
    else if (key.dataset.does === "keyboard") callKeyboard(field);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function type(field, digit, longest) {
    const sign = /^[-\u2212]/.test(field.value) ? field.value[0] : "";
    const digits = field.value.slice(sign.length).replace(/^0$/, "");
    if (digits.length < longest) field.value = sign + digits + digit;
  }

  function callKeyboard(field) {
    field.inputMode = own() && own().dataset.keys === "text" ? "text" : "numeric";
    field.blur();
    field.focus();
  }

  // A tap on the number itself does not call the system's keyboard: the digits are there.
  function restKeyboard() {
    for (const pad of pads()) for (const field of fields(pad.closest("form"))) field.inputMode = "none";
  }

  // The button says what it sends

  function label(form) {
    const send = sendButton(form);
    const { next } = send.dataset;
    const says = (own() && own().dataset.send) || send.dataset.with;
    const [only] = fields(form);
    const text = next && firstEmpty(form) ? next : says && only.value ? says.replace("{}", only.value) : send.dataset.without;
    if (send.textContent !== text) send.textContent = text;
    for (const field of fields(form)) field.style.setProperty("--length", Math.max(3, field.value.length));
  }

  // In a list, the button goes from field to field until all are filled in.
  function clicked(event) {
    const send = event.target.closest(".send[data-next]");
    const empty = send && firstEmpty(send.closest("form"));
    if (!empty) return;
    event.preventDefault();
    if (send.closest("form").contains(document.activeElement) && document.activeElement !== send) empty.focus();
    lastUsed.set(send.closest("form"), empty);
    empty.scrollIntoView({ block: "nearest" });
    mark(send.closest("form"));
  }

  function mark(form) {
    for (const field of fields(form)) field.classList.toggle("next", field === target(form));
  }

  // Drafts: one for the room, with the round that it is for

  const draftKey = () => `draft ${location.pathname}`;

  function save() {
    if (isSecret || !own()) return;
    const drafts = pads().map((pad) => fields(pad.closest("form")).map((each) => each.value));
    const isTyped = drafts.some((draft) => draft.some(Boolean));
    store.tab.write(draftKey(), isTyped ? { at: own().dataset.place, drafts } : null);
  }

  function restore() {
    if (isSecret || !own()) return;
    const { at, drafts } = store.tab.read(draftKey()) || {};
    if (at !== own().dataset.place) return;
    pads().forEach((pad, number) => {
      fields(pad.closest("form")).forEach((field, place) => {
        if (!field.value && drafts[number]) field.value = drafts[number][place] || "";
      });
    });
  }

  function refresh() {
    for (const pad of pads()) {
      label(pad.closest("form"));
      mark(pad.closest("form"));
    }
    save();
  }

  function used(event) {
    const form = event.target.closest("form");
    if (form && form.querySelector(".keys") && event.target.matches("input[type=text]")) lastUsed.set(form, event.target);
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
