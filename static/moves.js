// Guests on the TV walk: when the live part is replaced, whoever stands elsewhere now glides there from the old
// place. Guests are known by their seats. Without a script, and with reduced motion, they are simply there.
"use strict";
(() => {
  const GLIDE = { duration: 350, easing: "cubic-bezier(.5, 0, .2, 1)" };
  const SLIGHT = 2; // px: a smaller move is none
  const MOST = 80; // guests; a crowd does not walk
  const boxes = new Map(); // where the guests on the screen stand or walk to, by seat

  const guests = () => companion.page.all("#live [data-seat]");

  // The guests are measured where the page changes, or else as it is drawn, in a task of its own.
  const observer = new ResizeObserver(measure);

  function measure() {
    boxes.clear();
    const isStill =
      matchMedia("(prefers-reduced-motion: reduce)").matches ||
      document.documentElement.matches(".playing:not(.ending)");
    const drawn = isStill ? [] : guests();
    for (const each of drawn.length > MOST ? [] : drawn)
      if (each.offsetWidth) boxes.set(each.dataset.seat, box(each));
  }

  /**
   * Its place in the list does not move while the guest walks.
   * @param {HTMLElement} guest
   */
  function box(guest) {
    const { left, top, width } = /** @type {Element} */ (guest.parentNode).getBoundingClientRect();
    return { x: left + width / 2, y: top, width: guest.offsetWidth };
  }

  function walk() {
    for (const each of document.querySelectorAll("#live > section, #live .people, #live .presenters"))
      observer.observe(each);
    const before = new Map(boxes);
    measure();
    for (const each of guests()) glide(each, before.get(each.dataset.seat), boxes.get(each.dataset.seat));
  }

  // It may be on its way already. The name, which has its new place at once, appears when its guest is there.
  /** @typedef {{ x: number, y: number, width: number }} Box */
  /** @param {HTMLElement} guest @param {Box | undefined} old @param {Box | undefined} now */
  function glide(guest, old, now) {
    if (!old || !now || Math.abs(old.x - now.x) + Math.abs(old.y - now.y) < SLIGHT) return;
    const from = `translate(${old.x - now.x}px, ${old.y - now.y}px) scale(${old.width / now.width})`;
    guest.animate(
      [
        { transform: from, transformOrigin: "50% 0" },
        { transform: "none", transformOrigin: "50% 0" },
      ],
      { composite: "add", ...GLIDE },
    );
    const place = guest.closest("li");
    const beside = place ? Array.from(place.children).filter((each) => each !== guest) : [];
    for (const each of beside)
      each.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], GLIDE);
  }

  function start() {
    document.body.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "live" && walk());
    addEventListener("load", walk);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
