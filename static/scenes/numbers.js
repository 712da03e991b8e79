// The rounds of numbers: guests fall on their true places on a line, and who is out bounces out of it. Then the dark
// takes the outermost two at a time, until what is left stands in the light (reveal); or the lamp runs along its
// rail, and its light opens until it touches the closest (mean, showdown); or the truth is told (truth). There is no
// arithmetic on the screen. Where half stay standing, the axis zooms to them (half).
"use strict";
(() => {
  const { register, timeline } = window.scenes;
  const { LAND, GLIDE, STEP, FALL, ARC, by, read, groups } = window.scenes.moves;
  const OPEN = 70; // rem of the dark from the middle, when all are lit
  const THREAD = 0.05; // the first part of the light
  const AT_ONCE = 5,
    SEATED_AT_ONCE = 12; // guests that are put in their places in one task, on the stage and at the table
  const PATTER = 12; // the most sounds of falling guests

  // What players read: of a round of numbers, then of each kind, then of a guest.

  /**
   * @typedef {Times & {
   *   fall: number, fallen: number, bounce: number, settled: number, excluded: number, words: number, counted: number,
   *   rise: Span, verdict: Span, asides: Span, width: number, scoring: number, floor?: number,
   * }} NumberTimes
   */
  /**
   * @typedef {NumberTimes & {
   *   shuffle: number, ticks: number, light: number, closed: number, gates: number, tip: number, pairs: number,
   *   pitch: number, each: Span, digits: Span, beam: Span,
   * }} RevealTimes
   */
  /**
   * @typedef {NumberTimes & {
   *   slide: number, middle: number, stop: number, open: number, touch: number, at: number, reach: number,
   *   beam: number,
   *   apart?: number, flip: Span, hop: Span, seek: Span, tip: Span,
   * }} RailedTimes
   */
  /** @typedef {RailedTimes & { mean: number, target: number, starts: number, meanAt: number }} MeanTimes */
  /**
   * @typedef {RailedTimes & {
   *   highest: number, target: number, ticks: number, thud: number, meanAt: number, lowest: number, peak: number,
   *   others: Steps,
   * }} ShowdownTimes
   */
  /**
   * @typedef {RailedTimes & {
   *   highest: number, target: number, lowest: number, peak: number, sits: Steps, settles: Steps,
   *   zoom: Span, first: { at: number, beam: number, width: number },
   * }} StandingTimes
   */
  /**
   * @typedef {NumberTimes & {
   *   lamp: number, at: number, middle: number, slide: Span, room: Span, light: Span, sign: Span,
   * }} TruthTimes
   */
  /**
   * @typedef {{
   *   x: number, y: number, true: number, slot: number, floor: number, width: number, side: number, tick: number,
   *   drop: number,
   * }} Place
   */

  /**
   * @typedef {object} Guest
   * @property {HTMLElement} element
   * @property {HTMLElement} puppet that moves
   * @property {Place} at
   * @property {(role: string) => boolean} is
   * @property {string} size as a transform
   * @property {Frame[]} frames the fall
   * @property {Styles} stands as it has fallen
   * @property {Styles} end how it lies, if it does not score
   */

  /** @typedef {[at: number, turn: number, style: Styles, easing?: string]} Turn */
  /** @typedef {[at: number, place: number]} Stop of the lamp */

  /** @param {Element} element @param {string} selector of what it has in any case */
  const part = (element, selector) => /** @type {HTMLElement} */ (element.querySelector(selector));

  /**
   * A player of one kind. Scores, guests and podiums come to their places a few at a time.
   * @template {NumberTimes} When
   * @param {(line: Timeline<When>) => void} before animates what else moves
   * @param {(line: Timeline<When>, guest: Guest) => void} act animates a guest
   * @param {(line: Timeline<When>) => void} sounds makes the cues
   * @returns {Player}
   */
  function player(before, act, sounds) {
    return function* (section) {
      /** @type {Timeline<When>} */
      const line = timeline(section);
      Object.assign(line.when, read(part(section, ".set"))); // places beside the times
      const places = line.all(".scores li"),
        presenters = line.all(".presenter"),
        props = line.all(".podium, .named, .plus");
      const [scores, list, tabletop] = [".scores", ".presenters", ".tabletop"].map((each) =>
        part(section, each),
      );
      speak(line);
      for (const each of [...places, ...presenters, ...props]) each.remove();
      yield section;
      before(line); // it may read styles, which are worked out for what is there
      yield line.make();
      for (const some of groups(places, SEATED_AT_ONCE)) {
        scores.append(...some);
        yield scores.offsetWidth;
      }
      for (const some of groups(presenters, AT_ONCE)) {
        list.append(...some);
        const ends = some.map(asTipped);
        some.forEach((each, at) => presenter(line, each, ends[at], act));
        yield line.make();
      }
      for (const each of props) tabletop.before(each);
      reward(line);
      patter(line, presenters.length);
      sounds(line);
      return line.played;
    };
  }

  /**
   * How those lie in the end who do not score: as the style sheet says.
   * @param {HTMLElement} presenter
   */
  function asTipped(presenter) {
    const { transform, opacity } = getComputedStyle(part(presenter, ".lean"));
    return { transform, opacity };
  }

  /**
   * A guest falls on its true place, on the line or in its row.
   * @template {NumberTimes} When
   * @param {Timeline<When>} line
   * @param {HTMLElement} element
   * @param {Styles} end
   * @param {(line: Timeline<When>, guest: Guest) => void} act
   */
  function presenter(line, element, end, act) {
    const { when } = line;
    /** @type {Place} */
    const at = read(element);
    const puppet = part(element, ".puppet");
    /** @param {string} role */
    const is = (role) => element.classList.contains(role);
    const begins = at.drop * (when.fallen - when.fall);
    if (is("out") && line.find(".excluded")) return bounce(line, puppet, at, begins);
    const size = at.width === when.width ? "" : ` scale(${(when.width / at.width).toFixed(3)})`;
    const stands = by(at.true - at.x, (when.floor || at.floor) - at.y, size);
    /** @type {Frame[]} */
    const frames = [
      [begins, by(at.true - at.x, -4 - at.y, size), FALL],
      [begins + when.fall, stands],
    ];
    act(line, { element, puppet, at, is, size, frames, stands, end });
  }

  /**
   * Equal numbers collide, fly in an arc, and land upside down in the corner.
   * @param {Timeline<NumberTimes>} line
   * @param {HTMLElement} puppet
   * @param {Place} at
   * @param {number} begins
   */
  function bounce(line, puppet, at, begins) {
    const { when } = line,
      floor = when.floor || 0,
      size = when.width / at.width,
      height = (at.width * 7) / 6;
    /** @param {number} y */
    const upright = (y) => y - (size * height) / 2 - (at.y - height / 2);
    /**
     * @param {number} turn
     * @param {number} x
     * @param {number} y
     * @param {string | number} scale
     * @returns {[number, Styles]}
     */
    const turned = (turn, x, y, scale) => [turn, by(x, y, ` rotate(${turn}turn) scale(${scale})`)];
    /** @param {number} turn @param {number} x @param {number} y */
    const place = (turn, x, y) => turned(turn, at.true + x - at.x, upright(y), size.toFixed(3));
    const down = place(0, 0, floor);
    tumble(line, puppet, [
      [begins, ...place(0, 0, -4), FALL],
      [begins + when.fall, ...down],
      [when.bounce, ...down, ARC],
      [
        when.bounce + 0.37 * (when.settled - when.bounce),
        ...place(at.side / 3, at.side * 9, floor - 17),
        GLIDE,
      ],
      [when.settled, ...turned(at.side / 2, 0, 0, 1)],
    ]);
  }

  /**
   * While the guest turns over, its digits stay upright.
   * @param {Timeline<NumberTimes>} line
   * @param {HTMLElement} puppet
   * @param {Turn[]} frames
   */
  function tumble({ go }, puppet, frames) {
    go(
      puppet,
      frames.map(([at, , style, easing]) => [at, style, easing]),
    );
    /** @param {Turn} frame @returns {Frame} */
    const upright = ([at, turn, , easing]) => [at, { transform: `rotate(${-turn}turn)` }, easing];
    go(puppet.querySelector(".chest, .digits"), frames.map(upright));
  }

  /**
   * Who scores hops onto the podium and wakes up.
   * @param {Timeline<NumberTimes>} line
   * @param {Guest} guest
   * @param {Styles} from where it stands
   */
  function wake(line, { element, puppet, frames }, from) {
    const [at, lasts] = line.when.rise;
    line.go(puppet, [...frames, [at, from, LAND], [at + lasts, by(0, 0)]]);
    line.vanish(element.querySelector(".before"), at, 1);
    line.appear(element.querySelector(".lean > .guest"), at, 1);
  }

  /** @param {Timeline<NumberTimes>} line @param {Guest} guest @param {number} at @param {number} lasts */
  function tip(line, { element, end }, at, lasts) {
    line.go(element.querySelector(".lean"), [
      [at, { transform: "none", opacity: 1 }, FALL],
      [at + lasts, end],
    ]);
  }

  /**
   * The heading, and the scores, which change when a star arrives.
   * @param {Timeline<NumberTimes>} line
   */
  function speak(line) {
    const { when } = line;
    const times = new Map(Object.entries(when));
    /** @param {string | undefined} name */
    const time = (name) => Number(times.get(String(name)));
    for (const each of line.all(".saying"))
      line.between(each, time(each.dataset.begins) || 0, time(each.dataset.ends));
    line.appear(line.find(".verdict"), ...when.verdict);
    line.vanish(line.find(".kicker.until"), when.announced, when.blink);
    line.appear(line.find(".kicker.afterwards"), when.announced, when.blink);
    for (const each of line.all(".excluded, .bar")) line.appear(each, when.excluded);
    for (const each of line.all(".dry, .asides")) line.appear(each, ...when.asides);
    for (const each of line.all(".gained .was")) line.vanish(each, when.counted, when.blink);
    for (const each of line.all(".gained .now")) line.appear(each, when.counted, when.blink);
  }

  /** @param {Timeline<NumberTimes>} line */
  function reward(line) {
    const { when } = line;
    for (const each of line.all(".plus")) {
      const star = part(each, ".burst");
      line.award(star, line.find(`.scores [data-seat="${each.dataset.seat}"] .now`));
      if (line.find(".ruler")) line.vanish(star, when.point[0], when.blink); // so that it covers nobody
    }
    for (const each of line.all(".podium")) {
      line.come(each.querySelector(".step"), when.rise, { transform: "scaleY(.001)" }, LAND);
      line.appear(each.querySelector("b"), when.words);
    }
    for (const each of line.all(".named")) line.appear(each, when.words);
  }

  /** @param {Timeline<NumberTimes>} line @param {number} presenters how many */
  function patter(line, presenters) {
    const { fall, fallen, bounce: bounces, settled, point, blink } = line.when;
    for (let drop = 0; drop < presenters; drop += Math.ceil(presenters / PATTER))
      line.cue([(drop * (fallen - fall)) / presenters + fall, "drop"]);
    if (line.find(".out")) line.cue([bounces, "knock"], [settled - blink, "knock"]);
    if (line.find(".plus")) line.cue([point[0] + point[1], "point"]);
  }

  // All fall on the line, the others close up into ranks, and the dark takes the outermost of them.

  /** @param {Timeline<RevealTimes>} line @param {Guest} guest */
  function reveal(line, guest) {
    const { when } = line;
    const { element, puppet, at, size, frames, stands } = guest;
    const slot = by(at.slot - at.x, at.floor - at.y, size);
    frames.push([when.shuffle, stands, GLIDE], [when.closed, slot]);
    if (guest.is("lit")) {
      wake(line, guest, slot);
      line.between(element.querySelector(".early"), when.shuffle, when.light);
      return;
    }
    line.go(puppet, [...frames, [when.light, slot, GLIDE], [when.light + when.rise[1], by(0, 0)]]);
    const leaves = at.side ? when.ticks + at.tick * when.each[0] : when.light;
    tip(line, guest, leaves, when.tip);
    const digits = element.querySelector(".digits");
    if (digits)
      line.appear(
        digits,
        digits.classList.contains("afterwards") ? leaves + when.digits[0] : when.shuffle,
        when.digits[1],
      );
  }

  /**
   * A step for each pair, then as far as the style sheet lets the light reach.
   * @param {Timeline<RevealTimes>} line
   */
  function darken(line) {
    const { when } = line,
      half = when.scoring > 1 ? when.scoring / 2 : 0.5;
    const steps = Array.from({ length: when.pairs }, (_, pair) =>
      Math.max((when.pairs - pair - 1 + half) * when.pitch - 7, 5),
    );
    for (const each of line.all(".rule, .ends")) line.vanish(each, when.shuffle);
    for (const side of [-1, 1]) {
      const shade = /** @type {HTMLElement} */ (line.find(side < 0 ? ".shade.low" : ".shade.high"));
      const slant = getComputedStyle(shade).getPropertyValue("--slant");
      /** @param {number} x */
      const edge = (x) => by(side * x, 0, ` skewX(calc(${side} * ${slant}))`);
      /** @type {Frame[]} */
      const frames = [[when.ticks, edge(OPEN), STEP]];
      steps.forEach((x, pair) => {
        const begins = when.ticks + pair * when.each[0];
        frames.push([begins + when.each[1], edge(x)], [begins + when.each[0], edge(x), STEP]);
      });
      frames.push([when.light, edge(steps.length ? steps[steps.length - 1] : OPEN), LAND]);
      frames.push([when.light + when.gates, null]);
      line.go(shade, frames);
    }
    const off = { opacity: 0, transform: "scaleX(.8)" },
      on = { opacity: 1, transform: "none" },
      [at, lasts] = when.beam;
    if (when.scoring)
      line.go(line.find(".beam"), [
        [at, off, LAND],
        [at + lasts, on],
      ]);
  }

  /** @param {Timeline<RevealTimes>} line */
  function tick(line) {
    const { when } = line;
    line.cue([when.shuffle, "brush"], [when.light, when.scoring ? "light" : "dark"]);
    for (let pair = 0; pair < when.pairs; pair += 1)
      line.cue([when.ticks + pair * when.each[0], `tick:${pair + 1}`]);
  }

  register("reveal", player(darken, reveal, tick));

  // The lamp runs along its rail, stops over what decides, and its light opens.

  /** @param {Timeline<RailedTimes>} line @param {Stop[]} way @param {number} flag when its flag appears */
  function search(line, way, flag) {
    const { when } = line;
    /** @type {(stop: Stop) => Frame} */
    const frame = ([at, place]) => [at, by(place - when.at, 0), GLIDE];
    const frames = [...way.map(frame), frame([when.stop, when.at])];
    for (const each of line.all(".hung")) line.go(each, frames);
    line.vanish(line.find(".seek"), ...when.seek);
    for (const each of line.all(".mark, .pointer")) line.appear(each, when.stop);
    for (const each of line.all(".number.lit")) line.vanish(each, when.stop);
    for (const each of line.all(".flag, .arrow")) line.appear(each, flag);
    shine(line);
  }

  /**
   * Where no number counts, there is nothing to light. Otherwise a thread of gold, then in steps of one rem to the
   * closest, then over all who are touched. Where there are two places to measure from, the thread is as wide as they
   * are apart.
   * @param {Timeline<RailedTimes>} line
   */
  function shine(line) {
    const { when } = line,
      light = line.find(".glow"),
      [hop, lasts] = when.hop,
      apart = when.apart || 0;
    if (!line.find(".mark")) return line.go(light, [[0, { opacity: 0 }]]);
    const { beam } = when;
    /** @param {number} share of the light */
    const width = (share, opacity = 1) => ({ opacity, transform: `scaleX(${share.toFixed(3)})` });
    /** @param {number} rem */
    const share = (rem) => Math.max(THREAD, Math.min(1, rem / beam));
    const thread = share(apart),
      touching = Math.max(thread, 0.12, share(apart + 2 * when.reach + 0.1 * beam));
    /** @type {Frame[]} */
    const ends = when.scoring ? [[hop + lasts, width(1)]] : [[hop + when.blink, width(touching, 0)]];
    line.go(light, [
      [when.stop - 1, width(thread, 0)],
      [when.stop, width(thread)],
      [when.open, width(thread), `steps(${Math.max(3, Math.round(when.reach))})`],
      [when.touch, width(touching)],
      [hop, width(touching), LAND],
      ...ends,
    ]);
  }

  // The lamp goes to the mean first, where that is not the target. Or it starts at an end of the line.
  register(
    "mean",
    player(
      /** @param {Timeline<MeanTimes>} line */
      (line) => {
        const { slide, mean, target, starts, meanAt } = line.when;
        /** @type {Stop[]} */
        const way = [[slide, starts]];
        if (target > slide) way.push([mean, meanAt], [target, meanAt]);
        search(line, way, mean);
      },
      step,
      ({ when, cue }) =>
        cue([when.slide, "hum"], [when.stop, "click"], [when.open, "open"], [when.touch, "light"]),
    ),
  );

  /**
   * Who is touched wakes up, on a podium if there is one; all stay on their numbers.
   * @param {Timeline<RailedTimes>} line
   * @param {Guest} guest
   */
  function step(line, guest) {
    const { puppet, frames, stands } = guest;
    if (guest.is("lit")) return wake(line, guest, stands);
    if (guest.is("out")) return flip(line, guest);
    line.go(puppet, frames);
    tip(line, guest, ...line.when.tip);
  }

  /**
   * Equal numbers hop, and land upside down.
   * @param {Timeline<RailedTimes>} line
   * @param {Guest} guest
   */
  function flip(line, { puppet, at, frames }) {
    const [bounces, half] = line.when.flip,
      [[start], [down]] = frames;
    /** @param {number} turn @param {number} y @returns {[number, Styles]} */
    const turned = (turn, y) => [turn, by(0, y, ` rotate(${turn}turn)`)];
    tumble(line, puppet, [
      [start, ...turned(0, -4 - at.y), FALL],
      [down, ...turned(0, 0)],
      [bounces, ...turned(0, 0), ARC],
      [bounces + half, ...turned(at.side * 0.3, -5), LAND],
      [bounces + 2 * half, ...turned(at.side / 2, 0)],
    ]);
  }

  // Where a multiple of the mean decides, the lamp goes there first; else from end to end of the tied.
  // Heading and table change together: nothing is told before.
  register(
    "showdown",
    player(
      /** @param {Timeline<ShowdownTimes>} line */
      (line) => {
        const { slide, middle, highest, target, meanAt, lowest, peak, announced, verdict, others } =
          line.when;
        /** @type {Stop[]} */
        const between = line.find(".flag")
          ? [
              [highest, meanAt],
              [target, meanAt],
            ]
          : [
              [highest, lowest],
              [target, peak],
            ];
        search(line, [[slide, middle], ...between], highest);
        line.vanish(line.find(".earlier"), announced, verdict[1]);
        line.appear(line.find(".later"), announced, verdict[1]);
        line
          .all(".voter")
          .forEach((each, turn) => line.appear(each, others[0] + Math.min(turn, 12) * others[2], others[1]));
      },
      step,
      ({ when, cue }) => {
        cue([when.slide, "hum"], [when.stop, "click"]);
        for (let at = when.open, turn = 0; at < when.touch; at += when.ticks, turn += 2)
          cue([at, `tick:${turn}`]);
        const [hop] = when.hop;
        if (when.scoring) cue([hop, "light"], [when.thud, "thud"]);
        else cue([hop, "dark"]);
      },
    ),
  );

  // All fall on the first axis, the lamp looks from end to end, and its light opens over those who stay. The others
  // drop behind the desk, and the axis zooms to who is left.

  /** @param {Timeline<StandingTimes>} line */
  function half(line) {
    const { when } = line,
      [zoom, lasts] = when.zoom;
    /** @type {StandingTimes["first"]} */
    const first = read(/** @type {HTMLElement} */ (line.find(".first-axis")));
    when.width = first.width;
    /** @param {number} place @returns {Styles} */
    const over = (place) => by(place - when.at, 0);
    /** @type {Frame[]} */
    const zooms = [
      [zoom, over(first.at), GLIDE],
      [zoom + lasts, by(0, 0)],
    ];
    for (const each of line.all(".hung"))
      line.go(each, [
        [when.slide, over(when.middle), GLIDE],
        [when.highest, over(when.lowest), GLIDE],
        [when.target, over(when.peak), GLIDE],
        [when.stop, over(first.at)],
        ...zooms,
      ]);
    line.vanish(line.find(".seek"), ...when.seek);
    for (const each of line.all(".mark p")) line.go(each, zooms);
    for (const each of line.all(".mark")) line.appear(each, when.stop);
    for (const each of line.all(".set > .ruler, .set > .ends")) line.appear(each, zoom, lasts);
    line.vanish(line.find(".first-axis"), zoom, lasts);
    for (const each of line.all(".later")) line.appear(each, when.announced);
    line.all(".fresh .guest").forEach((each, turn) => {
      const [at, lasts, next] = when.settles;
      line.come(each, [at + turn * next, lasts], by(0, 8), LAND);
    });
    widen(line, first.beam / when.beam, zooms);
  }

  /**
   * The light opens over all who stay, and zooms with the axis.
   * @param {Timeline<StandingTimes>} line
   * @param {number} spread how wide it opens, of its width at the end
   * @param {Frame[]} zooms when that is
   */
  function widen(line, spread, [[zoom], [end]]) {
    const { when } = line;
    /** @param {number} wide @param {number} opacity @returns {Styles} */
    const width = (wide, opacity = 1) => ({ opacity, transform: `scaleX(${wide.toFixed(3)})` });
    line.go(line.find(".glow"), [
      [when.open - 1, width(THREAD, 0)],
      [when.open, width(THREAD), GLIDE],
      [when.touch, width(spread)],
      [zoom, width(spread), GLIDE],
      [end, width(1)],
    ]);
  }

  /**
   * Who stays walks to the place on the axis that is zoomed; who leaves falls behind the desk.
   * @param {Timeline<StandingTimes>} line
   * @param {Guest} guest
   */
  function staysOrSits(line, guest) {
    const { element, puppet, at, is, frames, stands } = guest;
    const [zoom, lasts] = line.when.zoom,
      [sits, falls, next] = line.when.sits;
    if (is("left")) {
      /** @param {Styles | null} style @param {number} opacity */
      const seen = (style, opacity = 1) => ({ ...style, opacity });
      const leaves = sits + at.tick * next;
      line.go(puppet, [
        ...frames.map(([begins, style, easing]) => /** @type {Frame} */ ([begins, seen(style), easing])),
        [leaves, seen(stands), FALL],
        [leaves + falls, seen(by(0, 30))],
        [leaves + falls + 1, seen(by(0, 30), 0)],
      ]);
      return;
    }
    line.go(puppet, [...frames, [zoom, stands, GLIDE], [zoom + lasts, by(0, 0)]]);
    if (!is("lit")) tip(line, guest, ...line.when.tip);
    line.vanish(element.querySelector(".first-legs"), zoom, lasts);
    line.appear(element.querySelector(".puppet > .stilts"), zoom, lasts);
    line.vanish(element.querySelector(".before"), line.when.touch, 1);
    line.appear(element.querySelector(".lean > .guest"), line.when.touch, 1);
  }

  register(
    "half",
    player(half, staysOrSits, ({ when, all, cue }) => {
      cue([when.slide, "hum"], [when.stop, "click"], [when.open, "open"], [when.announced, "light"]);
      const [at, falls, next] = when.sits;
      for (let turn = 0; turn < Math.min(PATTER, all(".presenter.left").length); turn += 1)
        cue([at + falls + turn * next, "thud"]);
    }),
  );

  // The answers to a question: all stay on their numbers, the lamp goes to the middle of all, where the Room sits, and
  // the truth rises out of the floor.
  register(
    "truth",
    player(
      /** @param {Timeline<TruthTimes>} line */
      (line) => {
        const { at, slide, middle, room, lamp, light, sign } = line.when;
        const [leaves, lasts] = slide;
        for (const each of line.all(".hung"))
          line.go(each, [
            [leaves, by(middle - at, 0), GLIDE],
            [leaves + lasts, by(0, 0)],
          ]);
        line.appear(line.find(".glow"), ...light);
        line.appear(line.find(".stool"), ...room);
        for (const each of line.all(".mark, .pointer")) line.appear(each, lamp);
        line.come(line.find(".sign p"), sign, by(0, 26), LAND);
        line.appear(line.find(".pole"), sign[0] + sign[1]);
      },
      (line, guest) => {
        if (guest.is("lit")) wake(line, guest, guest.stands);
        else line.go(guest.puppet, guest.frames);
      },
      ({ when, find, cue }) => {
        cue([when.lamp, "click"], [when.announced, "light"]);
        if (find(".sign")) cue([when.sign[0], "rise"]);
      },
    ),
  );
})();
