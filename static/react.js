// Throws reactions at the TV, and in the lobby taps on the own guest. Nothing waits for an answer, and one that is lost
// is lost. The server says how long a phone waits until its next reaction.
"use strict";
(() => {
  const { all, is } = companion.page;
  const JUMP = { duration: 440, easing: "cubic-bezier(.15, .9, .25, 1)" };
  const MUTTERS = 4_000; // ms
  const section = /** @type {HTMLElement} */ (document.querySelector(".reactions"));
  const words = /** @type {HTMLElement} */ (document.querySelector(".mutter q"));
  let silence = 0; // the timer that ends what is muttered

  /** @param {MouseEvent} event */
  function pressed({ target }) {
    const element = /** @type {Element} */ (target);
    const key = /** @type {HTMLButtonElement | null} */ (element.closest("[data-react]"));
    if (key && key.dataset.react !== "tap") react(key);
    else if (key || (is("at-lobby") && element.closest(".stage"))) tap();
  }

  /** @param {HTMLButtonElement} key */
  async function react(key) {
    rest(true);
    key.classList.add("thrown");
    const answer = await send(String(key.dataset.react));
    setTimeout(() => rest(false), 1_000 * Number(answer.headers.get("X-Wait")));
  }

  /** @param {boolean} isSo */
  function rest(isSo) {
    for (const each of all("button", section)) {
      /** @type {HTMLButtonElement} */ (each).disabled = isSo;
      each.classList.remove("thrown");
    }
  }

  async function tap() {
    for (const guest of all(".stage > div")) {
      if (guest.animate) guest.animate([{ transform: "none" }, { transform: "translateY(-14%)" }, {}], JUMP);
    }
    const answer = await send("tap");
    if (answer.status === 200) mutter(await answer.text());
  }

  /** @param {string} text */
  function mutter(text) {
    words.hidden = false;
    words.textContent = text;
    clearTimeout(silence);
    silence = setTimeout(() => (words.textContent = ""), MUTTERS);
  }

  /** @param {string} kind */
  async function send(kind) {
    try {
      return await fetch(String(section.dataset.to), { method: "POST", body: new URLSearchParams({ kind }) });
    } catch {
      return new Response(null, { status: 503, headers: { "X-Wait": "3" } }); // the line is dead
    }
  }

  section.hidden = false;
  document.addEventListener("click", pressed);
})();
