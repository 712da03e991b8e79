// Whoever adds players one after the other types on in the same field, and goes on where the page stands.
"use strict";
document.addEventListener("htmx:afterRequest", (event) => {
  const field = document.getElementById("new");
  if (!event.detail.successful) return;
  if (event.target.contains(field)) event.target.reset();
  field.focus({ preventScroll: true });
});
