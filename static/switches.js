// The switches in the corner of the TV: for its sound (sound.js) and for what it reads aloud (speech.js). Browsers let
// neither be heard before the first click or key on the page.
"use strict";
const switches = (() => {
  const PLAYS = "plays"; // in the tab's storage: whether this is the TV that is heard

  let isOther = false; // whether another TV of the room was open before this one

  /**
   * Calls `flip` for a click on the switch and for its key, `begin` for any other click or key on the page.
   * @param {string} id
   * @param {string} letter
   * @param {{ flip: () => void, begin: () => void }} acts
   */
  function connect(id, letter, { flip, begin }) {
    const button = companion.page.find(id);
    /** @param {Event} event */
    const touched = ({ target }) => button.contains(/** @type {Node} */ (target)) || begin();
    button.addEventListener("click", flip);
    document.addEventListener("pointerup", touched);
    document.addEventListener("keydown", (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.key || "").toLowerCase() === letter) flip();
      else touched(event);
    });
  }

  /**
   * Shows a state, in the words that the switch has for it; returns these.
   * @param {string} id
   * @param {string} state
   */
  function show(id, state) {
    const button = companion.page.find(id);
    const words = /** @type {HTMLElement} */ (button.querySelector("span"));
    if (button.dataset.state !== state) words.textContent = words.dataset[state] || "";
    button.dataset.state = state;
    button.hidden = false;
    return words;
  }

  function start() {
    const box = document.getElementById("switches");
    isOther = Boolean(box && box.dataset.second) && !store.tab.read(PLAYS);
    if (!isOther) store.tab.write(PLAYS, true); // also when it is loaded again, before its old stream is closed
  }

  document.addEventListener("DOMContentLoaded", start);
  return { connect, show, isSecond: () => isOther };
})();
