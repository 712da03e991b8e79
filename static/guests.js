// Choosing a guest: the buttons beside the own one, or a swipe over it, turn to the next free one, which the page has
// drawn already. Where the player has a seat, it is sent as soon as the player stays with it; else with the name.
"use strict";
(() => {
  const { find, all } = companion.page;
  const STAYS = 500; // ms
  const SWIPE = 40; // px
  const SLIDE = { duration: 200, easing: "ease-out" };
  const OWN = ".greets .guest, .stage .guest, .spot .guest, .seal .guest, .face-of .guest";
  const root = document.documentElement;
  const drawn = /** @type {HTMLTemplateElement | null} */ (document.getElementById("guests"));
  const offered = drawn ? /** @type {HTMLElement[]} */ (Array.from(drawn.content.children)) : [];
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("guest"));
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=guest]"));
  let own = 0; // the place of the guest that the player has, among those that are offered
  let shown = 0;
  let timer = 0; // until the guest that is shown is sent
  let start = { x: 0, y: 0 }; // of a swipe

  /** @param {number} step */
  function turn(step) {
    const others = all("#live .row:not(.you) .guest").map(looks); // who has come, or chosen, since
    const free = offered.map((_, place) => place === own || !others.includes(looks(guestOf(place))));
    const next = (/** @type {number} */ place) => (place + step + offered.length) % offered.length;
    let place = next(shown);
    while (!free[place]) place = next(place);
    show(place, step);
    if (!form) return;
    clearTimeout(timer);
    timer = setTimeout(send, STAYS);
  }

  /** @param {number} place */
  const numberOf = (place) => offered[place].dataset.number || "";

  /** @param {number} place */
  const guestOf = (place) => /** @type {Element} */ (offered[place].firstElementChild);

  /** @param {number} place @param {number} step from which side it comes */
  function show(place, step) {
    shown = place;
    if (field) field.value = numberOf(place);
    const guest = guestOf(place);
    for (const old of all(OWN)) {
      const fresh = /** @type {Element} */ (guest.cloneNode(true));
      const states = (old.getAttribute("class") || "").replace(colourOf(old), colourOf(fresh));
      fresh.setAttribute("class", states);
      old.replaceWith(fresh);
      slide(fresh, step);
    }
    root.classList.remove(...Array.from(root.classList).filter((each) => /^c\d$/.test(each)));
    root.classList.add(colourOf(guest));
  }

  /** @param {Element} guest @returns {string} the same for all that are drawn alike */
  const looks = (guest) =>
    colourOf(guest) +
    all("[href^='#o']", guest)
      .map((each) => each.outerHTML)
      .join();

  /** @param {Element} guest */
  const colourOf = (guest) => ((guest.getAttribute("class") || "").match(/\bc\d\b/) || [""])[0];

  /** @param {Element} guest @param {number} step */
  function slide(guest, step) {
    if (!guest.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    guest.animate([{ transform: `translateX(${step * 30}%)`, opacity: 0 }, {}], SLIDE);
  }

  /** @param {number} place */
  function become(place) {
    own = place;
  }

  async function send() {
    const place = shown;
    if (place === own) return;
    const answer = await post(numberOf(place));
    if (answer && answer.ok) become(place);
    else refuse(answer ? await answer.text() : document.body.dataset.lost || "");
  }

  /** @param {string} guest */
  async function post(guest) {
    const { action } = /** @type {HTMLFormElement} */ (form);
    const headers = { "HX-Request": "true" };
    try {
      return await fetch(action, { method: "POST", headers, body: new URLSearchParams({ guest }) });
    } catch {
      return null; // the line is dead
    }
  }

  /**
   * The player stays who it was.
   * @param {string} why
   */
  function refuse(why) {
    find("message").textContent = why;
    show(own, 0);
  }

  /** Another page of the same player may have chosen. */
  function follow() {
    const row = document.querySelector("#live .row.you .guest");
    if (!row || shown !== own) return;
    const place = offered.findIndex(
      (each) => looks(/** @type {Element} */ (each.firstElementChild)) === looks(row),
    );
    if (place < 0 || place === own) return;
    become(place);
    show(place, 0);
  }

  /** @param {MouseEvent} event */
  function pressed(event) {
    const button = /** @type {Element} */ (event.target).closest(".swap");
    if (!button) return;
    event.preventDefault();
    turn(button.matches(".back") ? -1 : 1);
  }

  /** @param {PointerEvent} event */
  function down({ target, clientX, clientY }) {
    const isOnGuest = /** @type {Element} */ (target).closest(".greets, .at-lobby .stage");
    start = isOnGuest ? { x: clientX, y: clientY } : { x: NaN, y: NaN };
  }

  /** @param {PointerEvent} event */
  function up({ clientX, clientY }) {
    const [across, along] = [clientX - start.x, clientY - start.y];
    if (Math.abs(across) > Math.max(SWIPE, Math.abs(along))) turn(across < 0 ? 1 : -1);
  }

  if (offered.length > 1) {
    document.addEventListener("click", pressed);
    document.addEventListener("pointerdown", down);
    document.addEventListener("pointerup", up);
    document.body.addEventListener("htmx:afterSwap", follow);
  }
})();
