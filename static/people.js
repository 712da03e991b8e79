// Whoever adds players one after the other types on in the same field; a tap on a name does not call the keyboard.
"use strict";
const field = () => companion.page.find("new");
if (location.hash === "#add") field().focus({ preventScroll: true });
document.addEventListener("htmx:afterRequest", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!event.detail.successful || !form.contains(field())) return;
  form.reset();
  field().focus({ preventScroll: true });
});
