// Whose turn it is to be entered.
"use strict";
companion.turn = (() => {
  const { sheet, entry } = companion;

  /**
   * @typedef {object} Turn
   * @property {string} seat
   * @property {boolean | null} starts whether the next digit begins a new number; null: all is entered
   * @property {string} warned the key that lies before somebody else, as was just said
   */
  /** @type {Turn} */
  let turn = { seat: "", starts: true, warned: "" };

  /** @param {Partial<Turn>} changes */
  function change(changes) {
    turn = { ...turn, ...changes };
  }

  /** @param {string} seat */
  function pick(seat) {
    change({ seat, starts: true, warned: "" });
  }

  // The next player without a play, round the table; the same one where nobody is without.
  function goOn() {
    const all = sheet.seats();
    const place = all.indexOf(turn.seat) + 1;
    const others = [...all.slice(place), ...all.slice(0, place)].filter((seat) => seat !== turn.seat);
    const next = others.find((seat) => entry.open().includes(seat));
    if (next) pick(next);
    else change({ starts: null });
  }

  // After a change of the page: whoever cannot be entered any more has no turn.
  function settle() {
    if (!sheet.mayEnter(turn.seat)) begin();
    if (turn.starts === null && !entry.isComplete()) change({ starts: true });
  }

  function begin() {
    const [first] = sheet.isTapped() ? [] : [...entry.open(), ...sheet.seats()];
    change({ seat: "" });
    if (first) pick(first);
  }

  return { now: () => turn, change, pick, goOn, settle };
})();
