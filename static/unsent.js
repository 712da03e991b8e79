// Keeps what a phone could not send, and sends it again by itself when the line is back. The server ignores what it
// has already, and what comes too late for its round, so it counts once.
"use strict";
(() => {
  const AGAIN = 3_000; // ms between two attempts
  const FORMS = ["entry", "list", "pad", "call"];
  const key = `unsent ${location.pathname}`;
  /** @typedef {{ form: string, fields: [name: string, value: string][] }} Kept a form, as it was sent */
  /** @type {Kept | null} */
  let kept = store.tab.read(key);
  let sending = false;
  let timer = 0;

  const { find } = companion.page;
  const form = () => kept && document.getElementById(kept.form);
  const fields = () => (kept ? kept.fields : []);
  /** @param {boolean} isSo */
  const isSending = (isSo) => (sending = isSo);
  /** @param {string} name */
  const values = (name) =>
    fields()
      .filter(([each]) => each === name)
      .map(([, value]) => value);
  /** @param {HtmxEvent} event */
  const isKept = ({ detail }) => kept !== null && detail.elt.id === kept.form;

  /** @param {CustomEvent<{ form: HTMLFormElement, fields: Kept["fields"] }>} event */
  function keep(event) {
    const { form, fields } = event.detail;
    if (!FORMS.includes(form.id)) return;
    event.preventDefault();
    hold({ form: form.id, fields: kept && kept.form === form.id && sending ? kept.fields : fields });
  }

  /** @param {Kept | null} what */
  function hold(what) {
    kept = what;
    store.tab.write(key, kept);
    show();
    later();
  }

  function show() {
    document.documentElement.classList.toggle("unsent", Boolean(kept));
    if (!kept) return;
    find("message").textContent = "";
    const letter = /** @type {Element} */ (document.querySelector(".letter"));
    letter.textContent = [...values("number"), ...values("call")].join(", ");
  }

  function later() {
    clearTimeout(timer);
    timer = kept ? setTimeout(send, AGAIN) : 0;
  }

  function send() {
    const unsent = form();
    if (sending || !unsent) return;
    later();
    isSending(true);
    htmx.trigger(unsent, "submit");
  }

  /**
   * The form may hold something else by now, and may be for another round.
   * @param {HtmxEvent} event
   */
  function fill(event) {
    if (!sending || !isKept(event)) return;
    const names = fields().map(([name]) => name);
    event.detail.parameters = Object.fromEntries(names.map((name) => [name, values(name)]));
  }

  /**
   * It was sent before, so no tap decides whether it is meant (taps.js).
   * @param {HtmxEvent} event
   */
  function confirmed(event) {
    if (sending && isKept(event)) event.stopPropagation();
  }

  /** @param {HtmxEvent} event */
  function answered(event) {
    const { elt, successful, xhr } = event.detail;
    if (!isKept(event)) return;
    isSending(false);
    if (!successful && !xhr.getResponseHeader("HX-Retarget")) return; // nothing of ours has answered
    if (successful) {
      empty(elt);
      find("message").textContent = ""; // that it is there already is no news
    }
    hold(null);
  }

  /** @param {HTMLFormElement} form */
  function empty(form) {
    for (const field of /** @type {HTMLInputElement[]} */ (companion.page.all("input[type=text]", form))) {
      if (values(field.name).includes(field.value)) field.value = "";
    }
  }

  function takeBack() {
    const [number] = values("number");
    const field = /** @type {HTMLInputElement} */ (find("number"));
    if (kept && kept.form === "entry" && !field.value) field.value = number;
    hold(null);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function start() {
    document.addEventListener("live:lost", keep);
    document.addEventListener("live:instep", send);
    addEventListener("online", send);
    document.addEventListener("htmx:confirm", confirmed, true);
    document.body.addEventListener("htmx:configRequest", fill);
    document.body.addEventListener("htmx:afterRequest", answered);
    find("send-now").addEventListener("click", send);
    find("take-back").addEventListener("click", takeBack);
    show();
    if (kept) send();
  }

  document.addEventListener("DOMContentLoaded", start);
})();
