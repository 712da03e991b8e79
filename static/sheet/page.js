// What the page of the score sheet offers: its form, the cells of the open row, and the keys.
"use strict";
companion.sheet = (() => {
  const MANY = 3; // names that a sentence lists
  const ONE = "one"; // stands for all players where one of them, or nobody, is chosen
  const SEVERAL = "several"; // where any number of players may be
  const NOBODY = "none"; // the key for none of them

  // The form of the open row; the end of a game has none.
  const form = () => /** @type {HTMLFormElement} */ (document.getElementById("entry"));
  const words = () => /** @type {Record<string, string>} */ (form().dataset);
  const kind = () => words().kind;
  const isEntry = () => words().way === "enter";
  const isTapped = () => /one|several/.test(kind()); // players are tapped, and not what they have

  /** @param {string} selector */
  const all = (selector) => companion.page.all(selector, form());
  /** @param {string} selector */
  const inputs = (selector) => /** @type {HTMLInputElement[]} */ (all(selector));

  const cells = () => companion.page.all(".open td[data-seat]");
  /** @param {string} seat @returns {HTMLElement} the cell, if the row has one of this player */
  const cell = (seat) => /** @type {HTMLElement} */ (cells().find((each) => each.dataset.seat === seat));
  /** @param {Element} each a cell or a label */
  const fieldOf = (each) => /** @type {HTMLInputElement} */ (each.querySelector("input"));
  /** @param {string | undefined} seat */
  const mayEnter = (seat) =>
    Boolean(seat && cell(seat) && fieldOf(cell(seat)) && !fieldOf(cell(seat)).disabled);
  const seats = () =>
    cells()
      .map((each) => each.dataset.seat || "")
      .filter(mayEnter);

  const keys = () => all(".grid [data-key], .pickone [data-key]");
  /** @param {string} text @returns {HTMLElement} the key, if there is one */
  const key = (text) => /** @type {HTMLElement} */ (keys().find((each) => each.dataset.key === text));

  /**
   * What a form sends.
   * @param {HTMLFormElement | null} form
   */
  const encoded = (form) => new URLSearchParams(/** @type {any} */ (new FormData(form || undefined)));

  /** @param {string} text @param {Record<string, string | number>} values */
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  /** @param {string} seat */
  const nameOf = (seat) => `\u2068${cell(seat).dataset.name}\u2069`;

  /** @param {string[]} some seats */
  function names(some) {
    const comma = document.documentElement.lang === "ja" ? "、" : ", ";
    return some.slice(0, MANY).map(nameOf).join(comma) + (some.length > MANY ? " …" : "");
  }

  return {
    ...{ ONE, SEVERAL, NOBODY },
    ...{ form, words, kind, isEntry, isTapped, all, inputs },
    ...{ cells, cell, fieldOf, mayEnter, seats, keys, key, fill, nameOf, names, encoded },
  };
})();
