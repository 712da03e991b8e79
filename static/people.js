// Whoever adds players one after the other types on in the same field; a tap on a name does not call the keyboard.
"use strict";
const field = () => document.getElementById("new");
if (location.hash === "#add") field().focus({ preventScroll: true });
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful || !event.target.contains(field())) return;
  event.target.reset();
  field().focus({ preventScroll: true });
});
