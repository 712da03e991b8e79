// A tap on the link for guests elsewhere shares it; by plain http, where browsers share nothing, it is copied.
"use strict";
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-copied]"));
  if (!link) return;
  event.preventDefault();
  if (navigator.share) {
    navigator.share({ url: link.href }).catch(() => {}); // who thinks better of it has not failed
    return;
  }
  const selection = getSelection();
  const said = link.nextElementSibling;
  if (selection) selection.selectAllChildren(link);
  if (document.execCommand("copy") && said) said.textContent = link.dataset.copied || "";
});
