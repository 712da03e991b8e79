// The evening on its stairs: all walk down what a game has cost, finalists come up to the last step, and who wins the
// evening walks up into the light. Places are those of the drawing: its units, and from where a guest has come.
"use strict";
(() => {
  const { register, timeline } = window.scenes;
  const { GLIDE, STEP, read } = window.scenes.moves;
  const APPEAR = [{ opacity: 0 }, { opacity: 1 }];
  const BLOCKS = 8; // pitches of wood

  /** @typedef {Times & { walk: Steps }} SoFarTimes */
  /** @typedef {Times & { rise: Span }} BoardTimes */
  /** @typedef {Times & { name: Span, walk: Steps }} FinalTitleTimes */
  /** @typedef {Times & { walk: Span, top: number, light: Span, name: Span, why: Span }} EveningTimes */

  /** @typedef {[right: number, down: number]} Offset */

  /**
   * @param {number} right
   * @param {number} down
   * @param {number} size
   */
  const at = (right, down, size = 1) => ({ transform: `translate(${right}px, ${down}px) scale(${size})` });

  /**
   * The places from which a guest has come, the farthest first.
   * @param {HTMLElement} guest
   * @returns {Offset[]}
   */
  function way(guest) {
    /** @type {{ right?: number | number[], down?: number | number[] }} */
    const { right = [], down = [] } = read(guest);
    const [rights, downs] = [right, down].map((each) => (Array.isArray(each) ? each : [each]));
    return rights.map((x, step) => [x, downs[step]]);
  }

  register("so_far", (section) => {
    /** @type {Timeline<SoFarTimes>} */
    const line = timeline(section);
    const [begins, step, still] = line.when.walk;
    for (const guest of line.all(".stander[data-down]")) {
      const places = way(guest);
      const block = ((Number(guest.dataset.of) - 1) % BLOCKS) + 1;
      /** @type {Frame[]} */
      const frames = [];
      places.forEach(([right, down], turn) => {
        const leaves = begins + turn * (step + still);
        frames.push([turn ? leaves - still : 0, at(right, down)], [leaves, at(right, down), STEP]);
        line.cue([leaves + step, `join:${block}`]);
      });
      const there = begins + places.length * (step + still) - still;
      line.go(guest, [...frames, [there, at(0, 0)]]);
      line.appear(line.find(`.name[data-of="${guest.dataset.of}"]`), there);
    }
    return line.played;
  });

  register("board", (section) => {
    /** @type {Timeline<BoardTimes>} */
    const line = timeline(section);
    const { rise } = line.when;
    for (const guest of line.all(".stander[data-down]")) {
      const [[right, down]] = way(guest);
      line.come(guest, rise, at(right, down), GLIDE);
      line.cue([rise[0] + rise[1], "rise"]);
    }
    return line.played;
  });

  register("final_title", (section) => {
    /** @type {Timeline<FinalTitleTimes>} */
    const line = timeline(section);
    const { name, walk } = line.when;
    line.move("h1, .lead", APPEAR, name);
    line.all(".stander").forEach((guest, turn) => {
      const [[right, down]] = way(guest);
      line.come(guest, [walk[0] + turn * walk[2], walk[1]], at(right, down), GLIDE);
    });
    line.cue([0, "last"], [walk[0], "rise"]);
    return line.played;
  });

  register("evening", (section) => {
    /** @type {Timeline<EveningTimes>} */
    const line = timeline(section);
    const { walk, top, light, name, why } = line.when;
    const [begins, step] = walk;
    for (const guest of line.all(".climber")) climb(line, guest, begins, step, top);
    line.move(
      ".shine",
      [
        { opacity: 0, transform: "scaleX(.7)" },
        { opacity: 1, transform: "none" },
      ],
      light,
      STEP,
    );
    line.move(".lamp .bulb", APPEAR, [light[0], line.when.blink]);
    line.move(".award h1, .banner, .winner", APPEAR, name);
    line.move(".aside", APPEAR, why);
    line.cue([light[0], "fanfare"], [name[0], "drum"]);
    return line.played;
  });

  /**
   * It grows on its way, and lands on top.
   * @param {Timeline<EveningTimes>} line
   * @param {HTMLElement} guest
   * @param {number} begins
   * @param {number} step
   * @param {number} top
   */
  function climb(line, guest, begins, step, top) {
    const places = way(guest);
    /** @type {Frame[]} */
    const frames = places.map(([right, down], turn) => {
      const leaves = begins + turn * step;
      line.cue([leaves, `tick:${3 * turn}`]);
      return [leaves, at(right, down, 0.4 + (0.3 * turn) / places.length), STEP];
    });
    if (frames.length) line.go(guest, [...frames, [top, at(0, 0)]]);
  }
})();
