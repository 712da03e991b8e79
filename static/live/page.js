// The one name that our scripts share, and what all of them look up on the page.
"use strict";
const companion = {};
companion.page = (() => {
  /**
   * An element that the page has in any case.
   * @param {string} id
   */
  const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  /** @param {string} selector @param {ParentNode} [within] */
  const all = (selector, within = document) =>
    /** @type {HTMLElement[]} */ (Array.from(within.querySelectorAll(selector)));

  // The part that follows the room. Pages without a room have none, and ask only for `find("live")`.
  const live = () => find("live");

  // The player's own part within it, on phones.
  const own = () => document.getElementById("own");

  /** @param {string} kind a class of the page */
  const is = (kind) => document.documentElement.classList.contains(kind);

  /** @param {Element} element */
  function isVisible(element) {
    return element.checkVisibility ? element.checkVisibility() : element.getClientRects().length > 0;
  }

  /**
   * What a screen reader says of an element: without what is only seen, such as the corner of a card.
   * @param {Element} element
   */
  function spoken(element) {
    const copy = document.createElement("div");
    copy.append(element.cloneNode(true));
    for (const each of all("[aria-hidden]", copy)) each.remove();
    for (const each of all("br", copy)) each.replaceWith(" ");
    return (copy.textContent || "").replace(/\s+/g, " ").trim();
  }

  // A page that answers a form takes its own address: else a reload, or the way back to it, would send the form again.
  const address = live() && live().getAttribute("hx-get");
  if (address && !address.startsWith(location.pathname)) history.replaceState(null, "", address);

  return { find, all, live, own, is, isVisible, spoken };
})();
