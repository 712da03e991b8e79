// What phones throw at the TV: a plate flies from the desk to its guest, and stands there for a while; a guest that is
// tapped jumps, and at times mutters. All of it stands where it covers no number and no name, plates no guest either;
// where there is no such place, it is dropped, as are more than twelve at once, and what comes while a scene is played.
"use strict";
(() => {
  const { find, all, isVisible } = companion.page;
  const MOST = 12;
  const LAND = "cubic-bezier(.2, 1.5, .4, 1)";
  const STEP = "cubic-bezier(.15, .9, .25, 1)";
  const [LARGE, SMALL] = [6.4, 4]; // rem: a plate beside a large guest, and a small one
  const BLOCKS = 8; // pitches of wood
  const WRITTEN = "b, bdi, h1, h2, p, small, text, .panels li, .qr, .namecard, .digits, .guest";
  const layer = find("thrown");
  const { tap: TAP, flight: FLIGHT, plate: STANDS } = numbers(layer);

  /** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

  /**
   * @param {HTMLElement} element
   * @returns {Record<string, number>}
   */
  function numbers(element) {
    return Object.fromEntries(Object.entries(element.dataset).map(([name, value]) => [name, Number(value)]));
  }

  const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isPlaying = () => document.documentElement.classList.contains("playing");

  /** @param {string} text whose, what, and what it mutters */
  function thrown(text) {
    if (document.hidden || isPlaying() || layer.children.length >= MOST) return;
    const [seat, kind, ...words] = text.split(" ");
    const guest = all(`#live [data-seat="${seat}"] .guest`).find(isVisible) || null;
    if (kind !== "tap") put(plate(kind, guest), guest);
    else if (guest) jump(guest, Number(seat));
    if (guest && words.length) put(bubble(words.join(" ")), guest);
  }

  /** @param {string} kind @param {HTMLElement | null} guest */
  function plate(kind, guest) {
    const plates = /** @type {HTMLTemplateElement} */ (find("plates"));
    const found = plates.content.querySelector(`[data-kind="${kind}"]`) || plates.content.children[0];
    const made = /** @type {HTMLElement} */ (found.cloneNode(true));
    const width = guest ? guest.getBoundingClientRect().width * 0.7 : LARGE * rem();
    made.style.width = `${Math.max(SMALL * rem(), Math.min(LARGE * rem(), width))}px`;
    return made;
  }

  /** @param {string} words */
  function bubble(words) {
    const made = document.createElement("q");
    made.textContent = words;
    return made;
  }

  /** @param {HTMLElement} guest @param {number} seat */
  function jump(guest, seat) {
    const high = Math.max(40, Math.min(92, guest.getBoundingClientRect().height / 2));
    const frames = [{ transform: "none" }, { transform: `translateY(-${high}px)` }, { transform: "none" }];
    if (!isStill()) guest.animate(frames, { duration: 2 * TAP, easing: STEP });
    document.dispatchEvent(new CustomEvent("tv:cue", { detail: `join:${((seat - 1) % BLOCKS) + 1}` }));
  }

  /** @param {HTMLElement} thing @param {HTMLElement | null} guest */
  function put(thing, guest) {
    layer.append(thing);
    const { width, height } = thing.getBoundingClientRect();
    const taken = obstacles();
    const others = taken.filter(([element]) => !guest || !(guest === element || guest.contains(element)));
    const near = beside(guest, width, height);
    const [further, free] = thing.dataset.kind
      ? [edge(width, height), taken]
      : [near, others.filter(isWritten)];
    const place = near.find((each) => isFree(each, others)) || further.find((each) => isFree(each, free));
    if (!place) return thing.remove();
    thing.style.left = `${place.left}px`;
    thing.style.top = `${place.top}px`;
    if (thing.dataset.kind) fly(thing, place);
    setTimeout(() => thing.remove(), STANDS);
  }

  /** @param {[Element, Box]} obstacle */
  const isWritten = ([element]) => !element.matches(".guest");

  /** @param {HTMLElement} thing @param {Box} place */
  function fly(thing, place) {
    if (isStill()) return;
    const from = `translateY(${innerHeight - place.top}px) scale(.3)`;
    thing.animate([{ transform: from }, { transform: "none" }], { duration: FLIGHT, easing: LAND });
  }

  /**
   * Above the head, beside it, and higher.
   * @param {HTMLElement | null} guest
   * @param {number} width
   * @param {number} height
   * @returns {Box[]}
   */
  function beside(guest, width, height) {
    if (!guest) return [];
    const box = guest.getBoundingClientRect();
    const middle = (box.left + box.right) / 2;
    const above = [middle + box.width * 0.2, middle - box.width * 0.2 - width, middle - width / 2];
    const places = [0.75, 1, 1.5].flatMap((up) => above.map((left) => [left, box.top - up * height]));
    places.splice(3, 0, [box.right, box.top - height / 4], [box.left - width, box.top - height / 4]);
    return places.map(([left, top]) => at(left, top, width, height));
  }

  /**
   * Along the edge of the desk, from its right.
   * @param {number} width
   * @param {number} height
   * @returns {Box[]}
   */
  function edge(width, height) {
    const desk = document.querySelector("#live .tabletop, #live .floor");
    const top = (desk ? desk.getBoundingClientRect().top : innerHeight * 0.9) - height;
    const places = Math.floor(innerWidth / width) - 2;
    return Array.from({ length: places }, (_, n) => at(innerWidth - (n + 1.6) * width, top, width, height));
  }

  /**
   * @param {number} left
   * @param {number} top
   * @param {number} width
   * @param {number} height
   * @returns {Box}
   */
  const at = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });

  /**
   * What must not be covered: what is written, guests, and what stands already.
   * @returns {[Element, Box][]}
   */
  function obstacles() {
    const written = all(WRITTEN, find("live")).filter(isVisible);
    const standing = Array.from(layer.children).slice(0, -1);
    return [...written, ...standing].map((each) => [each, each.getBoundingClientRect()]);
  }

  /** @param {Box} box @param {[Element, Box][]} taken */
  function isFree(box, taken) {
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    return isInside && !taken.some(([, each]) => isOver(box, each));
  }

  /** @param {Box} one @param {Box} other */
  function isOver(one, other) {
    const across = one.left < other.right && other.left < one.right;
    return across && one.top < other.bottom && other.top < one.bottom;
  }

  document.addEventListener("tv:thrown", ({ detail }) => thrown(detail));
  document.addEventListener("tv:scene", () => (layer.textContent = ""));
})();
