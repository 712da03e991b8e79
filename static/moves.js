// Guests on the TV walk: when the live part is replaced, whoever stands elsewhere now glides there from the old
// place. Guests are known by their seats. Without a script, and with reduced motion, they are simply there.
"use strict";
(() => {
  const GLIDE = { duration: 350, easing: "cubic-bezier(.5, 0, .2, 1)" };
  const SLIGHT = 2; // px: a smaller move is none
  const MOST = 80; // guests; a crowd does not walk
  let before = new Map(); // the box of each guest on the screen, by seat

  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isHidden = () => document.documentElement.classList.contains("playing");
  const guests = () => Array.from(document.querySelectorAll("#live [data-seat]"));

  function remember(event) {
    if (event.detail.target.id !== "live") return;
    const drawn = still() || isHidden() ? [] : guests();
    before = new Map(drawn.length > MOST ? [] : drawn.map((each) => [each.dataset.seat, each.getBoundingClientRect()]));
  }

  function walk(event) {
    if (event.detail.target.id !== "live" || !before.size || isHidden()) return;
    const walkers = guests().filter((each) => before.has(each.dataset.seat));
    const moves = walkers.map((each) => [each, way(before.get(each.dataset.seat), each.getBoundingClientRect())]);
    for (const [each, from] of moves) if (from) glide(each, from);
  }

  // The name, which has its new place at once, appears when its guest is there.
  function glide(guest, from) {
    guest.animate([{ transform: from, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], GLIDE);
    const place = guest.closest("li");
    const beside = place ? Array.from(place.children).filter((each) => each !== guest) : [];
    for (const each of beside) each.animate([{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], GLIDE);
  }

  // The transform that puts a box where another was, with the same width; empty if they are the same.
  function way(old, now) {
    const [x, y] = [old.left - now.left, old.top - now.top];
    if (!now.width || Math.abs(x) + Math.abs(y) < SLIGHT) return "";
    return `translate(${x}px, ${y}px) scale(${old.width / now.width})`;
  }

  function start() {
    document.body.addEventListener("htmx:beforeSwap", remember);
    document.body.addEventListener("htmx:afterSwap", walk);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
