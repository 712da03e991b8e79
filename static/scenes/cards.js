// The scenes of cards and of results: cards or guests come up in order, the outer ones tip away, and the middle
// stands in the light; or it falls through the trapdoor; or the two that are equal bump into each other.
"use strict";
(() => {
  const { register, timeline } = window.scenes;
  const { LAND, GLIDE, STEP, FALL, groups } = window.scenes.moves;
  const NONE = { transform: "none" };
  const LAID = ".laid-out > li, .side > li, .centre > li";
  const AT_ONCE = 4; // that are laid out in one task, before the strips

  /**
   * @typedef {Times & {
   *   up: Steps, tip: Steps, heap: Steps, lit: Span, swing: Span, pool: Span, heading: Span, wake: number, lid: number,
   *   beam: number, glide: number, bump: number, fall: number, counted: number,
   * }} CardTimes
   */
  /** @typedef {ReturnType<typeof scene>} Play */

  /** @param {Element} element */
  const shape = (element) => {
    const { transform } = getComputedStyle(element);
    return transform === "none" ? "" : transform;
  };

  /** @param {Timeline<CardTimes>} line */
  const cards = (line) => /** @type {HTMLElement} */ (line.find(".cards"));

  /** @param {HTMLElement} section */
  function scene(section) {
    /** @type {Timeline<CardTimes>} */
    const line = timeline(section);
    const { when } = line;
    /** @param {HTMLElement} element */
    const up = ({ dataset }) => when.up[0] + Number(dataset.turn) * when.up[2];

    /**
     * Cards and guests come up from below.
     * @param {string} selector
     */
    function carry(selector) {
      for (const each of line.all(selector))
        line.come(each, [up(each), when.up[1]], { transform: "translateY(40rem)", opacity: 0 }, LAND);
      for (const each of line.all("[data-turn]")) line.cue([up(each), "flap"]);
    }

    /**
     * Who is outside tips away, a pair a tick; until then nobody sleeps.
     * @param {HTMLElement[]} elements
     */
    function tip(elements) {
      for (const each of elements) {
        const at = when.tip[0] + Number(each.dataset.out || 0) * when.tip[2];
        line.go(each.querySelector(".bearer"), [
          [at, { transform: "none", opacity: 1 }, GLIDE],
          [at + when.tip[1], null],
        ]);
        for (const eyes of line.all(".sleeps .eyes", each))
          line.go(eyes, [
            [at, { opacity: 1 }],
            [at + when.wake, null],
          ]);
        for (const shut of line.all(".sleeps .shut", each))
          line.come(shut, [at, when.wake], { opacity: 0 }, "linear");
        for (const dusk of line.all(".dusk", each))
          if (dusk.closest(".laid-out")) line.come(dusk, [at, when.tip[1]], { opacity: 0 }, "linear");
        line.cue([at, "dark"]);
      }
    }

    /**
     * Nobody is surprised before the light is on.
     * @param {string} awake selects who is in it
     */
    function light(awake) {
      const [lit] = when.lit;
      line.hold(line.all(".middle .legs"), lit, { fill: "#c58a52" });
      line.hold(line.all(".middle .who"), lit, { color: "#fff3dc" });
      for (const beam of line.all(".beam"))
        line.come(beam, [lit, when.beam], { opacity: 0, transform: `${shape(beam)} scaleX(.8)` }, LAND);
      for (const each of line.all(awake)) {
        for (const lid of line.all(".wins .lid", each))
          line.come(lid, [lit, when.lid], { transform: "none", opacity: 1 }, STEP);
      }
      line.cue([lit, "light"]);
    }

    // The light goes off, and what lay on the table goes to the pool.
    function dim() {
      const [lit] = when.lit,
        { heap } = when;
      line.hold(line.all(".lamp .bulb"), lit, { fill: "#ffd166" });
      line.all(".heap i").forEach((each, turn) =>
        line.come(each, [heap[0] + turn * heap[2], heap[1]], {
          transform: "translate(-30rem, -4rem)",
          opacity: 0,
        }),
      );
      for (const each of line.all(".heap p")) line.come(each, when.pool, { opacity: 0 }, "linear");
      line.cue([lit, "drop"], [lit, "dark"]);
    }

    // The heading and what is below the feet are not there before, nor are the scores.
    function announce() {
      for (const each of line.all(".head h1, .word, .figure, .whose"))
        line.come(each, when.heading, { opacity: 0 }, "linear");
      line.hold(line.all(".uncalled .card"), when.heading[0], { boxShadow: "none" });
    }

    function count() {
      line.hold(line.all(".strip.prior"), when.counted, { visibility: "visible" });
      line.hold(line.all(".strip.present"), when.counted, { visibility: "hidden" });
      line.cue([when.counted, "point"]);
    }

    /** @param {string} selector @param {Styles} style */
    const rise = (selector, style) =>
      line.all(selector).forEach((each) => line.come(each, when.lit, style, LAND));
    return {
      line,
      when,
      up,
      carry,
      tip,
      light,
      dim,
      announce,
      count,
      rise,
      isOff: cards(line).classList.contains("off"),
    };
  }

  register("trick", function* (section) {
    const play = scene(section);
    const { line } = play;
    const strips = line.all(".strip"),
      laid = line.all(`${LAID}, .falling > li`).map((item) => ({ item, list: item.parentElement }));
    for (const each of [...strips, ...laid.map(({ item }) => item)]) each.remove();
    yield section;
    for (const some of groups(laid, AT_ONCE)) {
      for (const { item, list } of some) if (list) list.append(item);
      yield section.offsetWidth;
    }
    if (line.find(".staged-trapdoor")) drop(play);
    play.carry(LAID);
    play.announce();
    if (play.isOff) bump(play);
    else shine(play);
    yield line.make();
    cards(line).append(...strips);
    play.count();
    if (!play.isOff) settle(play);
    return line.played;
  });

  /**
   * The lamp leans, and the light is on.
   * @param {Play} play
   */
  function shine({ line, when, light }) {
    light(".middle, .onlooker");
    for (const hung of line.all(".leans .hung")) line.come(hung, when.swing, NONE);
  }

  /**
   * The others tip away, and who stands in the light rises: nobody is seen yet.
   * @param {Play} play
   */
  function settle({ line, tip, rise }) {
    tip(line.all(".outer"));
    rise(".centre .middle .plinth", { transform: "scaleY(.001)" });
    rise(".centre .middle .bearer", { transform: "translateY(5.4rem) scale(.9)" });
    rise(".laid-out .middle .card", { transform: "scale(.84)" });
  }

  /**
   * The trapdoor is shut: the cards glide over it, it opens, they fall.
   * @param {Play} play
   */
  function drop({ line, when, up }) {
    const owners = line.all(".onlooker");
    const [lit] = when.lit;
    line.all(".falling > li").forEach((each, turn) => {
      const [own, end] = [box(owners[turn]), box(each)];
      const from = `translate(${own.x - end.x}px, ${own.top - each.offsetHeight / 2 - end.y}px)`;
      line.go(each, [
        [up(each), { transform: `${from} translateY(40vh)`, opacity: 0 }, LAND],
        [up(each) + when.up[1], { transform: from, opacity: 1 }],
        [lit - when.glide, { transform: from, opacity: 1 }, GLIDE],
        [lit, { transform: `translate(0, ${-0.72 * each.offsetHeight}px)`, opacity: 1 }, FALL],
        [lit + when.fall, null],
      ]);
    });
    for (const [side, turn] of [
      ["left", -90],
      ["right", 90],
    ]) {
      for (const leaf of line.all(`.leaf.${side}`))
        line.come(leaf, [lit, when.fall], { transform: `rotate(${turn}deg)` }, LAND);
    }
    line.hold(line.all(".pit.cover"), lit, { opacity: 1 });
    line.cue([lit, "drop"]);
  }

  /** @param {Element} element */
  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, top };
  };

  /**
   * Equal cards bump, and all of them are in the pool.
   * @param {Play} play
   */
  function bump({ line, when, dim }) {
    const [lit] = when.lit;
    for (const each of line.all(".bumped .card"))
      line.go(each, [
        [lit - when.bump, NONE, FALL],
        [lit, { transform: "scale(1.04)" }, LAND],
        [lit + when.fall, null],
      ]);
    dim();
  }

  // A hand or a round that ends, or one of which only the winner is known: who gains rises, and a star with what they
  // gain flies to their score; or what nobody took goes to the pool.
  register("part", (section) => {
    const play = scene(section);
    const { line } = play;
    for (const each of line.all(".winners > li")) {
      /** @type {HTMLElement | null} */
      const star = each.querySelector(".gain");
      if (star) line.award(star, line.find(`.strip.present [data-strip="${each.dataset.seat}"]`));
    }
    play.carry(".result");
    if (!play.isOff) {
      play.tip(line.all(".side .result"));
      play.light(".middle");
    } else if (line.find(".heap")) play.dim();
    play.rise(".winners .bearer", { transform: "translateY(11rem)" });
    play.rise(".plinth", { transform: "scaleY(.001)" });
    play.announce();
    play.count();
    return line.played;
  });
})();
