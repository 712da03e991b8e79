// Keeps what a phone could not send, and sends it again by itself when the line is back. The server ignores what it
// has already, and what comes too late for its round, so it counts once.
"use strict";
(() => {
  const AGAIN = 3_000; // ms between two attempts
  const FORMS = ["entry", "list", "pad", "call"];
  const key = `unsent ${location.pathname}`;
  let kept = store.tab.read(key); // { form, fields }: the fields as they were sent
  let sending = false;
  let timer = 0;

  const form = () => document.getElementById(kept.form);
  const values = (name) => kept.fields.filter(([each]) => each === name).map(([, value]) => value);

  function keep(event) {
    const { form, fields } = event.detail;
    if (!FORMS.includes(form.id)) return;
    event.preventDefault();
    hold({ form: form.id, fields: kept && kept.form === form.id && sending ? kept.fields : fields });
  }

  function hold(what) {
    kept = what;
    store.tab.write(key, kept);
    show();
    clearTimeout(timer);
    if (kept) timer = setTimeout(send, AGAIN);
  }

  function show() {
    document.documentElement.classList.toggle("unsent", Boolean(kept));
    if (!kept) return;
    document.getElementById("said").textContent = "";
    document.querySelector(".letter").textContent = [...values("number"), ...values("call")].join(", ");
  }

  function send() {
    if (!kept || sending || !form()) return;
    clearTimeout(timer);
    timer = setTimeout(send, AGAIN);
    sending = true;
    htmx.trigger(form(), "submit");
  }

  // The form may hold something else by now, and may be for another round.
  function fill(event) {
    if (!sending || event.detail.elt.id !== kept.form) return;
    const names = kept.fields.map(([name]) => name);
    event.detail.parameters = Object.fromEntries(names.map((name) => [name, values(name)]));
  }

  // It was sent before, so no tap decides whether it is meant (taps.js).
  function confirmed(event) {
    if (sending && event.detail.elt.id === kept.form) event.stopPropagation();
  }

  function answered(event) {
    const { elt, successful, xhr } = event.detail;
    if (!kept || elt.id !== kept.form) return;
    sending = false;
    if (!successful && !xhr.getResponseHeader("HX-Retarget")) return; // nothing of ours has answered
    if (successful) {
      empty(elt);
      document.getElementById("said").textContent = ""; // that it is there already is no news
    }
    hold(null);
  }

  function empty(form) {
    for (const field of form.querySelectorAll("input[type=text]")) if (values(field.name).includes(field.value)) field.value = "";
  }

  function takeBack() {
    const [number] = values("number");
    const field = document.getElementById("number");
    if (kept.form === "entry" && !field.value) field.value = number;
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
    document.getElementById("send-now").addEventListener("click", send);
    document.getElementById("take-back").addEventListener("click", takeBack);
    show();
    if (kept) send();
  }

  document.addEventListener("DOMContentLoaded", start);
})();
