// The sentence above the keys: what comes next, what is refused and why, and what a complete entry would mean.
"use strict";
companion.line = (() => {
  const { sheet, entry, turn, server } = companion;
  const { words, fill, nameOf } = sheet;
  const { bringIntoSight } = companion.show;
  const { morph } = companion.morph;
  let asked = ""; // the entry whose meaning was asked for

  /** @param {string} question */
  const asks = (question) => (asked = question);
  const forget = () => asks("");

  /**
   * Shows a sentence, with the guest whom it is about, in smaller letters if it needs more than two rows.
   * @param {string} text
   * @param {{ isRefusal?: boolean, question?: string, seat?: string }} [about]
   */
  function say(text, { isRefusal = false, question = "", seat = "" } = {}) {
    const line = document.getElementById("means");
    if (!line) return; // the end of a game has none
    asks(question);
    line.className = isRefusal ? "message no" : "message";
    const face = seat && document.querySelector(`thead [data-seat="${seat}"] .guest`);
    const span = document.createElement("span");
    span.textContent = text;
    line.textContent = "";
    line.append(...(face ? [face.cloneNode(true)] : []), span);
    const box = /** @type {HTMLElement} */ (line.parentNode);
    line.classList.toggle("long", box.offsetHeight > parseFloat(getComputedStyle(box).minHeight) + 1);
    bringIntoSight();
  }

  /** @param {string} text */
  const refuse = (text) => say(text, { isRefusal: true });

  /**
   * Shows what the line of another page says; returns whether that is anything.
   * @param {Document} page
   * @param {string} [question]
   */
  function repeat(page, question) {
    const line = page.getElementById("means");
    const text = line ? (line.textContent || "").trim() : "";
    if (line && text) say(text, { isRefusal: line.matches(".no"), question });
    return Boolean(text);
  }

  // What comes next, in words; the meaning of a complete entry is asked for.
  function prompt() {
    if (entry.isComplete() && (entry.has() || !sheet.isEntry())) check();
    else if (entry.open().length === 0 && entry.has() && sheet.isEntry()) say(words().ask);
    else if (sheet.isTapped()) say(words().choose);
    else if (!turn.now().seat) say("");
    else say(invitation(turn.now().seat), { seat: turn.now().seat });
    if (!entry.isComplete()) showPoints(null);
  }

  /** @param {string} seat */
  function invitation(seat) {
    const { change, next, rest = "" } = words();
    const text = `${entry.valueOf(seat) ? change : next} ${rest}`;
    return fill(text, { name: nameOf(seat), most: entry.mostOf(seat) }).trim();
  }

  // What the entry would mean, asked while nobody waits for it.
  async function check() {
    const fields = entry.fields();
    const question = String(fields);
    if (asked === question) return;
    say("…", { question });
    const answer = await server.request(words().check, fields);
    if (!answer || server.isBusy() || asked !== question) return; // the entry is another by now
    repeat(answer.page, question);
    showPoints(answer.page);
  }

  /**
   * The points on top, as they are and as they would be.
   * @param {Document | null} page
   */
  function showPoints(page) {
    if (sheet.isEntry()) return;
    for (const each of companion.page.all("thead [data-seat]")) {
      const fresh = page && page.querySelector(`thead [data-seat="${each.dataset.seat}"] .total`);
      const total = /** @type {Element} */ (each.querySelector(".total"));
      const before = total.querySelector("s");
      if (fresh) morph(total, fresh);
      else if (!page && before) total.textContent = before.textContent;
    }
  }

  /**
   * Says what was lost, or what the line of a page says, or what comes next.
   * @param {string} lost
   * @param {Document | null} page
   */
  function tell(lost, page) {
    if (lost) refuse(lost);
    else if (!(page && repeat(page)) && sheet.form()) prompt();
  }

  return { say, refuse, prompt, tell, forget };
})();
