// What the keys do. Each returns the sentence that refuses it, or false where something was said or sent already.
"use strict";
companion.keys = (() => {
  const { sheet, entry, turn, line } = companion;
  const { ONE, SEVERAL, NOBODY, words, kind, isEntry, isTapped, key, fill, nameOf } = sheet;
  let typed = ""; // the beginning of a key, typed on a keyboard

  /** @param {string} text */
  const begin = (text) => (typed = text);
  const forget = () => begin("");

  /**
   * An empty text takes back what the seat has.
   * @param {string} seat
   * @param {string} text
   */
  function put(seat, text) {
    entry.put(seat, text);
    if (!text && !isTapped()) turn.pick(seat);
  }

  /** @param {string} text */
  function press(text) {
    if (!key(text)) return false;
    if (kind() === ONE) return put(ONE, entry.valueOf(ONE) === text ? "" : text);
    if (kind() === SEVERAL) return toggle(text);
    if (!turn.now().seat) return "";
    return kind() === "digits" ? pressDigit(text) : pressKey(text);
  }

  /**
   * Somebody and nobody exclude each other.
   * @param {string} text
   */
  function toggle(text) {
    entry.drop((seat) => (seat === NOBODY) !== (text === NOBODY));
    return put(text, entry.valueOf(text) ? "" : "1");
  }

  /** @param {string} text */
  function pressKey(text) {
    const { seat, warned } = turn.now();
    const others = entry.holders(text, seat);
    if (entry.valueOf(seat) === text && isEntry()) return put(seat, "");
    if (others.length && warned === text) return put(others[0], "");
    if (others.length) {
      turn.change({ warned: text });
      return fill(words().lies, { card: key(text).dataset.phrase || "", name: sheet.names(others) });
    }
    const why = entry.refusal(text, seat);
    if (why) return why;
    put(seat, text);
    return turn.goOn();
  }

  /**
   * A number that would be too high is refused. One ends by itself only with as many digits as any can have: after the
   * 4 of a 45 that is too much, the 5 is not another player's.
   * @param {string} digit
   */
  function pressDigit(digit) {
    const { seat, starts } = turn.now();
    if (starts === null && isEntry()) return false;
    const text = (starts === false ? entry.valueOf(seat) : "") + digit;
    if (Number(text) > entry.mostOf(seat)) return entry.tooMuch(seat);
    put(seat, text);
    turn.change({ starts: false });
    return text === "0" || text.length >= words().most.length ? turn.goOn() : "";
  }

  // Takes back what the current player has, or else what was entered last.
  function clear() {
    const { seat } = turn.now();
    const [latest] = entry.latest();
    const cleared = entry.valueOf(seat) || !isEntry() ? seat : latest;
    forget();
    if (cleared) put(cleared, "");
  }

  /**
   * A card is typed as on the keys: 8 and h. A number that could go on waits for its next digit.
   * @param {string} letter
   * @returns {string | boolean | void}
   */
  function type(letter) {
    if (kind() === "digits" && key(letter)) return press(letter);
    if (kind() !== "keys") return false;
    const text = typed + letter.toUpperCase();
    const fitting = sheet
      .keys()
      .map((each) => each.dataset.key || "")
      .filter((each) => each.startsWith(text));
    if (fitting.length > 0 && String(fitting) !== text) {
      begin(text);
      line.say(`${nameOf(turn.now().seat)}: ${typed}…`);
      return false;
    }
    if (fitting.length === 0) return typed && settle() ? type(letter) : false;
    forget();
    return press(text);
  }

  // A beginning that is a whole key by itself, such as the 1 of 1, 10 and 11, is pressed; whether it was.
  function settle() {
    const text = typed;
    forget();
    if (!text || !key(text)) return false;
    press(text);
    return true;
  }

  return { put, press, clear, type, settle, forget };
})();
