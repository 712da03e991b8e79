// A tap on the link for guests elsewhere shares it; by plain http, where browsers share nothing, it is copied.
"use strict";
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-copied]");
  if (!link) return;
  event.preventDefault();
  if (navigator.share) {
    navigator.share({ url: link.href }).catch(() => {}); // who thinks better of it has not failed
    return;
  }
  getSelection().selectAllChildren(link);
  if (document.execCommand("copy")) link.nextElementSibling.textContent = link.dataset.copied;
});
