// The scenes between rounds: titles, a tie that is peeled, and podiums.
"use strict";
(() => {
  const { register, timeline } = window.scenes;
  const { LAND, GLIDE, STEP, FALL } = window.scenes.moves;
  const GONE = { opacity: 0 },
    THERE = { opacity: 1 };
  const APPEAR = [GONE, THERE];
  const GROW = [
    { opacity: 0, transform: "scale(1.12)" },
    { opacity: 1, transform: "none" },
  ];

  // What players read.

  /** @typedef {Times & { lamp: Span, around: Span, name: Span, lead: Span, pictures: Steps }} TitleTimes */
  /** @typedef {Times & { name: Span, lead: Span, steps: Span }} TieTitleTimes */
  /**
   * @typedef {Times & {
   *   still: Span, leave: Span, name: Span, lead: Span, names: Span, walk: Steps,
   * }} ShowdownTitleTimes
   */
  /** @typedef {Times & { name: Span, lead: Span, topple: Steps }} ThrownAwayTimes */
  /**
   * @typedef {Times & {
   *   sides: Span, middle: Span, seen: Span, light: Span, name: Span, ribbon: Span, why: Span, winners: Steps,
   *   drum: number,
   * }} PodiumTimes
   */
  /** @typedef {Times & { digits: Steps, clean: Span }} PhotoTimes */
  /**
   * @typedef {Times & {
   *   dark: Span, stars: Span, heading: Span, count: Span, laid: Span, lit: Span, full: number, off: number,
   *   layers: number[], paces: number[],
   * }} TieTimes
   */

  /**
   * From somewhere below or above to its place, seen after a part of the way.
   * @param {string} from
   * @param {number} seen
   */
  const rise = (from, seen) => [
    { transform: from, opacity: 0 },
    { opacity: 1, offset: seen },
    { transform: "none", opacity: 1 },
  ];
  /** @param {number} from */
  const widen = (from) => [
    { opacity: 0, transform: `scaleX(${from})` },
    { opacity: 1, transform: "none" },
  ];

  // The lamp goes on, the title lands in its light, and the pictures rise one after another.
  register("title", (section) => {
    /** @type {Timeline<TitleTimes>} */
    const line = timeline(section);
    const { lamp, around, name, lead, pictures } = line.when;
    line.move(".light", APPEAR, lamp);
    line.move(".lamp .bulb", APPEAR, [lamp[0], line.when.blink]);
    line.move(".kicker, .corner", APPEAR, around);
    line.move("h1", rise("translateY(-26rem) scale(1.1)", 0.3), name, LAND);
    line.move(
      ".lead",
      [
        { transform: "translateY(1.6rem)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      lead,
      GLIDE,
    );
    line.move(".three li", rise("translateY(38rem)", 0.2), pictures, LAND);
    line.cue([lamp[0], "light"]);
    for (const turn of [0, 1, 2]) line.cue([pictures[0] + turn * pictures[2], "rise"]);
    return line.played;
  });

  // The lamp goes off, the words are there, and the tied stand where they stand.
  register("tie_title", (section) => {
    /** @type {Timeline<TieTitleTimes>} */
    const line = timeline(section);
    const { name, lead, steps } = line.when;
    line.move("h1", GROW, name, LAND);
    line.move(".lead", APPEAR, lead);
    line.move(".steps3 > div", [{ transform: "translateY(110%)" }, { transform: "none" }], steps, GLIDE);
    line.cue([0, "dark"], [steps[0], "drum"]);
    return line.played;
  });

  // The standing is there until it has been said that it is tied; then the tied walk out of it.
  register("showdown_title", (section) => {
    /** @type {Timeline<ShowdownTitleTimes>} */
    const line = timeline(section);
    const { still, leave, walk, name, lead, names } = line.when;
    /** @type {Frame[]} */
    const goes = [
      [leave[0], THERE],
      [leave[0] + leave[1], GONE],
    ];
    line.go(line.find(".before .steps3"), [[0, THERE], ...goes]);
    for (const each of line.all(".before h1, .before .lead"))
      line.go(each, [[still[0], GONE], [still[0] + still[1], THERE], ...goes]);
    line.all(".contenders .spot").forEach((each, turn) => {
      const small =
        line.find(`.before [data-seat="${each.dataset.seat}"]`) ||
        /** @type {HTMLElement} */ (line.find(".before .tied .block"));
      const [from, to] = [small, each].map((one) => one.getBoundingClientRect());
      const [x, y] = [from.left - to.left + (from.width - to.width) / 2, from.bottom - to.bottom];
      const transform = `translate(${x}px, ${y}px) scale(${Math.min(1, from.width / to.width)})`;
      const begins = walk[0] + turn * walk[2];
      line.go(each, [
        [begins, { opacity: 0, transform }],
        [begins + 1, { opacity: 1, transform }, GLIDE],
        [begins + walk[1], { opacity: 1, transform: "none" }],
      ]);
    });
    line.move(".contenders .nametag", APPEAR, names);
    line.move(".showdown_title > h1", GROW, name, LAND);
    line.move(".showdown_title > .lead", APPEAR, lead);
    line.cue([still[0], "knock"], [leave[0], "knock"], [name[0], "drum"]);
    return line.played;
  });

  // A game that was thrown away: all fall over, one after another.
  register("thrown_away", (section) => {
    /** @type {Timeline<ThrownAwayTimes>} */
    const line = timeline(section);
    const { name, lead, topple } = line.when;
    line.move("h1", APPEAR, name);
    line.move(".lead", APPEAR, lead);
    line
      .all(".lies")
      .forEach((each, turn) =>
        line.come(each, [topple[0] + turn * topple[2], topple[1]], { transform: "none" }, FALL),
      );
    line.cue([0, "dark"], [topple[0] + topple[1], "thud"]);
    return line.played;
  });

  // The side steps rise, the middle one higher; who won drops in, the lamp goes on, the name is there, the ribbon
  // unrolls.
  const FROM_BELOW = [{ transform: "translateY(100%)" }, { transform: "none" }];
  const DROP_IN = [
    { transform: "translateY(-46rem)", easing: FALL },
    { transform: "none", offset: 0.6 },
    { transform: "translateY(-6%) scale(.97, 1.03)", offset: 0.72 },
    { transform: "scale(1.06, .93)", offset: 0.86 },
    { transform: "none" },
  ];

  /** @type {Player} */
  function podium(section) {
    /** @type {Timeline<PodiumTimes>} */
    const line = timeline(section);
    const { sides, middle, winners, seen, drum, light, name, ribbon, why } = line.when;
    line.move(".low, .high", FROM_BELOW, sides, GLIDE);
    line.move(".mid", FROM_BELOW, middle, LAND);
    line.move(".mid .guest", DROP_IN, winners);
    line.move(".mid .guest", APPEAR, seen);
    line.move(".beam", widen(0.8), light, STEP);
    line.move(".award h1, .sharers, .mid .names, .latest", APPEAR, name);
    line.move(".prize", widen(0.1), ribbon, LAND);
    line.move(".because", APPEAR, why);
    line.cue([0, "roll"], [middle[0], "rise"], [drum, "drum"], [light[0], "fanfare"]);
    return line.played;
  }

  register("mention", (section) => {
    /** @type {Timeline<Times & { show: Span }>} */
    const line = timeline(section);
    line.move(".award, h1, .art, .who, .lead", APPEAR, line.when.show);
    line.cue([0, "knock"]);
    return line.played;
  });

  // It counts to the photo, in which there is then what is `shown` besides the guests.
  /** @param {string} shown @returns {(section: HTMLElement) => ReturnType<typeof timeline>["played"]} */
  const countdown = (shown) => (section) => {
    /** @type {Timeline<PhotoTimes>} */
    const line = timeline(section);
    const { digits, clean } = line.when;
    const [first, lasts, each] = digits;
    line.all(".digit").forEach((digit, turn) => {
      const at = first + turn * each;
      line.go(digit, [
        [at, GONE],
        [at + 1, THERE],
        [at + lasts, THERE],
        [at + lasts + 1, GONE],
      ]);
      line.cue([at, "click"]);
    });
    line.go(line.find(".pose"), [
      [clean[0], THERE],
      [clean[0] + clean[1], GONE],
    ]);
    line.move(shown, APPEAR, clean);
    line.cue([clean[0], "flap"]);
    return line.played;
  };

  register("photo", countdown(".prize, .name, .poster"));
  register("evening_photo", countdown(".day, .poster"));

  register("final", podium);

  // The whole standing can be read first. Then, layer by layer, the dark takes the outer rounds, their stars fall,
  // points count again, and the standing is laid anew; the middle of the last one is lit.
  register("tie", (section) => {
    /** @type {Timeline<TieTimes>} */
    const line = timeline(section);
    const { layers, paces, full, dark, stars, heading, count, off, laid, lit } = line.when;

    /**
     * When something happens in a layer that is shown at full length; in a shorter one it is as much sooner.
     * @param {number} layer
     * @param {number} ms after it has begun
     */
    const within = (layer, ms) => (layer ? layers[layer] + ms * Math.min(1, paces[layer] / full) : 0);

    /**
     * What is shown from one layer until another: it comes at one time after the peel began, and goes at another.
     * @param {HTMLElement} each
     * @param {number} coming
     * @param {number} going
     * @param {number} lasts
     */
    function turn(each, coming, going, lasts) {
      const [from, to] = [each.dataset.from, each.dataset.to].map((layer) => Number(layer || 0));
      /** @type {Frame[]} */
      const frames = from
        ? [
            [within(from, coming), GONE],
            [within(from, coming + lasts), THERE],
          ]
        : [[0, THERE]];
      if (each.dataset.to) frames.push([within(to, going), THERE], [within(to, going + lasts), GONE]);
      line.go(each, frames);
    }

    /**
     * @param {string | undefined} layer
     * @param {Span} when
     * @param {Styles} from
     * @param {Styles} to
     * @param {string} easing
     * @returns {Frame[]}
     */
    const during = (layer, [at, lasts], from, to, easing) => [
      [within(Number(layer), at), from, easing],
      [within(Number(layer), at + lasts), to],
    ];
    for (const each of line.all(".kicker")) turn(each, heading[0], heading[0], heading[1]);
    for (const each of line.all(".sums b")) turn(each, count[0], count[0] - count[1], count[1]);
    for (const each of line.all(".piles")) {
      const { from } = each.dataset;
      turn(each, laid[0], off, count[1]);
      if (!Number(from)) continue;
      for (const box of each.children)
        line.go(box, during(from, laid, { transform: "translateY(8rem)" }, { transform: "none" }, LAND));
    }
    for (const each of line.all(".dark")) {
      line.go(
        each,
        during(
          each.dataset.layer,
          dark,
          { transform: `translateX(${each.dataset.by}px)` },
          { transform: "none" },
          STEP,
        ),
      );
    }
    for (const each of line.all(".fallen")) {
      line.go(
        each,
        during(
          each.dataset.layer,
          stars,
          { opacity: 1, transform: "none" },
          { opacity: 0, transform: "translateY(60px)" },
          FALL,
        ),
      );
    }
    for (const each of line.all(".piles .lit"))
      line.come(each, lit, { opacity: 0, transform: "scale(.8)" }, LAND);
    for (const each of line.all(".unlit, .until")) line.vanish(each, lit[0]);
    line.appear(line.find(".stands"), lit[0]);
    layers.forEach((at, layer) => layer && line.cue([at, paces[layer] < full ? `tick:${layer}` : "clock"]));
    line.cue([lit[0], "light"]);
    return line.played;
  });
})();
