// The rounds of numbers: guests fall on their true places on a line, and who is out bounces out of it. Then the dark
// takes the outermost two at a time, until what is left stands in the light (reveal); or the lamp runs along its
// rail, and its light opens until it touches the closest (mean, showdown). There is no arithmetic on the screen.
"use strict";
(() => {
  const { register, timeline } = window.scenes;
  const { LAND, GLIDE, STEP, FALL, ARC, by, read } = window.scenes.moves;
  const MIDDLE = 64,
    FLOOR = 50.5,
    OPEN = 70; // rem; the last: of the dark from the middle, when all are lit
  const THREAD = 0.05; // the first part of the light
  const AT_ONCE = 5,
    SEATED_AT_ONCE = 12; // guests that are put in their places in one task, on the stage and at the table
  const PATTER = 12; // the most sounds of falling guests

  const groups = (list, size) =>
    list.filter((_, at) => at % size === 0).map((_, group) => list.slice(group * size, (group + 1) * size));

  // A player of one kind: `act` animates a guest, `before` what else moves, and `sounds` are its cues. Scores,
  // guests and podiums come to their places a few at a time.
  function player(floor, before, act, sounds) {
    return function* (section) {
      const line = timeline(section),
        { when } = line;
      const set = line.find(".set");
      Object.assign(when, read(set)); // places beside the times
      const places = line.all(".scores li"),
        actors = line.all(".actor"),
        props = line.all(".podium, .named, .plus");
      const [scores, list, tabletop] = [".scores", ".cast", ".tabletop"].map(line.find);
      speak(line);
      before(line);
      for (const each of [...places, ...actors, ...props]) each.remove();
      yield line.make();
      for (const some of groups(places, SEATED_AT_ONCE)) {
        scores.append(...some);
        yield scores.offsetWidth;
      }
      for (const some of groups(actors, AT_ONCE)) {
        list.append(...some);
        const ends = some.map(asTipped);
        some.forEach((each, at) => actor(line, each, floor, ends[at], act));
        yield line.make();
      }
      for (const each of props) tabletop.before(each);
      reward(line);
      patter(line, actors.length);
      sounds(line);
      return line.played;
    };
  }

  // How those lie in the end who do not score: as the style sheet says.
  function asTipped(actor) {
    const { transform, opacity } = getComputedStyle(actor.querySelector(".lean"));
    return { transform, opacity };
  }

  // A guest falls on its true place, on the line or in its row.
  function actor(line, element, floor, end, act) {
    const { when } = line,
      at = read(element),
      puppet = element.querySelector(".puppet");
    const is = (role) => element.classList.contains(role);
    const begins = at.drop * (when.fallen - when.fall);
    if (is("out") && line.find(".excluded")) return bounce(line, puppet, at, begins, floor);
    const size = at.width === when.width ? "" : ` scale(${(when.width / at.width).toFixed(3)})`;
    const stands = by(at.true - at.x, (floor || at.floor) - at.y, size);
    const frames = [
      [begins, by(at.true - at.x, -4 - at.y, size), FALL],
      [begins + when.fall, stands],
    ];
    act(line, { element, puppet, at, is, size, frames, stands, end });
  }

  // Equal numbers collide, fly in an arc, and land upside down in the corner.
  function bounce(line, puppet, at, begins, floor) {
    const { when } = line,
      size = when.width / at.width,
      height = (at.width * 7) / 6;
    const upright = (y) => y - (size * height) / 2 - (at.y - height / 2);
    const turned = (turn, x, y, scale) => [turn, by(x, y, ` rotate(${turn}turn) scale(${scale})`)];
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

  // A frame is [ms, turn, style, easing]: while the guest turns over, its digits stay upright.
  function tumble({ go }, puppet, frames) {
    go(
      puppet,
      frames.map(([at, , style, easing]) => [at, style, easing]),
    );
    const upright = ([at, turn, , easing]) => [at, { transform: `rotate(${-turn}turn)` }, easing];
    go(puppet.querySelector("text, .digits"), frames.map(upright));
  }

  // Who scores hops onto the podium and wakes up.
  function wake(line, { element, puppet, frames }, from) {
    const [at, lasts] = line.when.rise;
    line.go(puppet, [...frames, [at, from, LAND], [at + lasts, by(0, 0)]]);
    line.vanish(element.querySelector(".before"), at, 1);
    line.appear(element.querySelector(".lean > .guest"), at, 1);
  }

  function tip(line, { element, end }, at, lasts) {
    line.go(element.querySelector(".lean"), [
      [at, { transform: "none", opacity: 1 }, FALL],
      [at + lasts, end],
    ]);
  }

  // The heading, and the scores, which change when a star arrives.
  function speak(line) {
    const { when } = line;
    for (const each of line.all(".saying"))
      line.between(each, when[each.dataset.begins] || 0, when[each.dataset.ends]);
    line.appear(line.find(".verdict"), ...when.verdict);
    line.vanish(line.find(".kicker.until"), when.announced, when.blink);
    line.appear(line.find(".kicker.afterwards"), when.announced, when.blink);
    for (const each of line.all(".excluded, .bar")) line.appear(each, when.excluded);
    line.appear(line.find(".asides"), ...when.asides);
    for (const each of line.all(".gained .was")) line.vanish(each, when.counted, when.blink);
    for (const each of line.all(".gained .now")) line.appear(each, when.counted, when.blink);
  }

  function reward(line) {
    const { when } = line;
    for (const each of line.all(".plus")) {
      const star = each.querySelector(".burst");
      line.award(star, line.find(`.scores [data-seat="${each.dataset.seat}"] .now`));
      if (line.find(".ruler")) line.vanish(star, when.point[0], when.blink); // so that it covers nobody
    }
    for (const each of line.all(".podium")) {
      line.come(each.querySelector(".step"), when.rise, { transform: "scaleY(.001)" }, LAND);
      line.appear(each.querySelector("b"), when.words);
    }
    for (const each of line.all(".named")) line.appear(each, when.words);
  }

  function patter(line, actors) {
    const { fall, fallen, bounce: bounces, settled, point, blink } = line.when;
    for (let drop = 0; drop < actors; drop += Math.ceil(actors / PATTER))
      line.cue([(drop * (fallen - fall)) / actors + fall, "drop"]);
    if (line.find(".out")) line.cue([bounces, "knock"], [settled - blink, "knock"]);
    if (line.find(".plus")) line.cue([point[0] + point[1], "point"]);
  }

  // All fall on the line, the others close up into ranks, and the dark takes the outermost of them.

  function reveal(line, guest) {
    const { when } = line,
      { element, puppet, at, size, frames, stands } = guest;
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

  // A step for each pair, then as far as the style sheet lets the light reach.
  function darken(line) {
    const { when } = line,
      half = when.scoring > 1 ? when.scoring / 2 : 0.5;
    const steps = Array.from({ length: when.pairs }, (_, pair) =>
      Math.max((when.pairs - pair - 1 + half) * when.pitch - 7, 5),
    );
    for (const each of line.all(".rule, .ends")) line.vanish(each, when.shuffle);
    for (const [name, side] of [
      ["low", -1],
      ["high", 1],
    ]) {
      const shade = line.find(`.shade.${name}`);
      const slant = getComputedStyle(shade).getPropertyValue("--slant");
      const edge = (x) => by(side * x, 0, ` skewX(calc(${side} * ${slant}))`);
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

  function tick(line) {
    const { when } = line;
    line.cue([when.shuffle, "brush"], [when.light, when.scoring ? "light" : "dark"]);
    for (let pair = 0; pair < when.pairs; pair += 1)
      line.cue([when.ticks + pair * when.each[0], `tick:${pair + 1}`]);
  }

  register("reveal", player(FLOOR, darken, reveal, tick));

  // The lamp runs along its rail, stops over what decides, and its light opens.

  function search(line, way, flag) {
    const { when } = line,
      stops = [...way, [when.stop, when.at]].map(([at, place]) => [at, by(place - when.at, 0), GLIDE]);
    for (const each of line.all(".hung")) line.go(each, stops);
    line.vanish(line.find(".seek"), ...when.seek);
    for (const each of line.all(".mark, .pointer")) line.appear(each, when.stop);
    for (const each of line.all(".number.lit")) line.vanish(each, when.stop);
    for (const each of line.all(".flag, .arrow")) line.appear(each, flag);
    shine(line);
  }

  // Where no number counts, there is nothing to light. Otherwise a thread of gold, then in steps of one rem to the
  // closest, then over all who are touched. Where there are two places to measure from, the thread is as wide as they
  // are apart.
  function shine(line) {
    const { when } = line,
      light = line.find(".glow"),
      [hop, lasts] = when.hop,
      apart = when.apart || 0;
    if (!line.find(".mark")) return line.go(light, [[0, { opacity: 0 }]]);
    const { beam } = when;
    const width = (part, opacity = 1) => ({ opacity, transform: `scaleX(${part.toFixed(3)})` });
    const part = (rem) => Math.max(THREAD, Math.min(1, rem / beam));
    const thread = part(apart),
      touching = Math.max(thread, 0.12, part(apart + 2 * when.reach + 0.1 * beam));
    line.go(light, [
      [when.stop - 1, width(thread, 0)],
      [when.stop, width(thread)],
      [when.open, width(thread), `steps(${Math.max(3, Math.round(when.reach))})`],
      [when.touch, width(touching)],
      [hop, width(touching), LAND],
      ...(when.scoring ? [[hop + lasts, width(1)]] : [[hop + when.blink, width(touching, 0)]]),
    ]);
  }

  // The lamp goes to the mean first, where that is not the target. Or it starts at an end of the line.
  register(
    "mean",
    player(
      0,
      (line) => {
        const { slide, mean, target } = line.when;
        search(
          line,
          [
            [slide, line.when.starts],
            ...(target > slide
              ? [
                  [mean, line.when.meanAt],
                  [target, line.when.meanAt],
                ]
              : []),
          ],
          mean,
        );
      },
      step,
      ({ when, cue }) =>
        cue([when.slide, "hum"], [when.stop, "click"], [when.open, "open"], [when.touch, "light"]),
    ),
  );

  // Who is touched wakes up, on a podium if there is one; all stay on their numbers.
  function step(line, guest) {
    const { puppet, frames, stands } = guest;
    if (guest.is("lit")) return wake(line, guest, stands);
    if (guest.is("out")) return flip(line, guest);
    line.go(puppet, frames);
    tip(line, guest, ...line.when.tip);
  }

  // Equal numbers hop, and land upside down.
  function flip(line, { puppet, at, frames }) {
    const [bounces, half] = line.when.flip,
      [[start], [down]] = frames;
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
      0,
      (line) => {
        const { when } = line,
          { slide, highest, target, meanAt, lowest, peak, announced, verdict, others } = when;
        const between = line.find(".flag")
          ? [
              [highest, meanAt],
              [target, meanAt],
            ]
          : [
              [highest, lowest],
              [target, peak],
            ];
        search(line, [[slide, MIDDLE], ...between], highest);
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
        cue(
          ...(when.scoring
            ? [
                [when.hop[0], "light"],
                [when.thud, "thud"],
              ]
            : [[when.hop[0], "dark"]]),
        );
      },
    ),
  );
})();
