// What the players of all scenes share: the animations of one scene, which begin together. The page says when
// (story.py): no script has a time of its own. The style sheet has the end, and only transform and opacity move.
"use strict";
(() => {
  const LAND = "cubic-bezier(.2, 1.5, .4, 1)",
    GLIDE = "cubic-bezier(.5, 0, .2, 1)",
    STEP = "cubic-bezier(.15, .9, .25, 1)";
  const FALL = "cubic-bezier(.5, 0, .9, .6)",
    ARC = "cubic-bezier(.2, .7, .5, 1)";

  /** @type {Window["scenes"]["moves"]["by"]} */
  const by = (x, y, more = "") => ({ transform: `translate(${x.toFixed(2)}rem,${y.toFixed(2)}rem)${more}` });

  /** @type {Window["scenes"]["moves"]["groups"]} */
  const groups = (list, size) =>
    list.filter((_, at) => at % size === 0).map((_, group) => list.slice(group * size, (group + 1) * size));

  /**
   * The numbers in the attributes of an element, by name: one, or a list.
   * @template {Readings} Found
   * @param {HTMLElement} element
   * @returns {Found}
   */
  function read(element) {
    /** @type {Readings} */
    const found = {};
    for (const [name, text] of Object.entries(element.dataset)) {
      const each = String(text).split(" ").map(Number);
      found[name] = each.length > 1 ? each : each[0];
    }
    return /** @type {Found} */ (found);
  }

  /** @param {Styles} style */
  const namesOf = (style) => /** @type {(keyof Styles)[]} */ (Object.keys(style));

  /**
   * The style sheet's style, as far as the frames before say anything of it.
   * @param {Element} element
   * @param {Frame[]} frames
   */
  function rest(element, frames) {
    const end = getComputedStyle(element);
    /** @type {Styles} */
    const style = {};
    for (const [, values] of frames) for (const name of namesOf(values || {})) style[name] = end[name];
    return style;
  }

  /**
   * @template {Times} When
   * @param {HTMLElement} section
   * @returns {Timeline<When>}
   */
  function timeline(section) {
    /** @type {When} */
    const when = read(section);
    /** @type {Animation[]} */
    const animations = [];
    /** @type {Cue[]} */
    const cues = [];
    /** @type {[element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions][]} */
    const asked = [];
    /** @type {Timeline["all"]} */
    const all = (selector, within = section) => companion.page.all(selector, within);
    /** @type {Timeline["find"]} */
    const find = (selector) => section.querySelector(selector);

    /** @param {typeof asked[number]} each */
    const animate = (...each) => asked.push(each);

    // All styles have been read by now: else the page is laid out again for each. With it what comes later is hidden.
    function make() {
      section.classList.remove("unready");
      for (const [element, frames, timing] of asked.splice(0)) {
        const animation = element.animate(frames, { fill: "backwards", ...timing });
        animation.pause(); // all begin together
        animations.push(animation);
      }
    }

    /**
     * The first frame holds from the start, and the last one to the end of the scene; where it has no values, they are
     * those of the style sheet. It is one animation, which the browser's compositor can run: two of the same property
     * of an element run in the page's main thread.
     * @type {Timeline["go"]}
     */
    function go(element, frames) {
      if (!element) return;
      const [from, to] = [frames[0][0], frames[frames.length - 1][0]];
      const keyframes = frames.map(([at, values, easing = "linear"]) => ({
        offset: (at - from) / Math.max(1, to - from),
        easing,
        ...(values || rest(element, frames)),
      }));
      animate(element, keyframes, { delay: from, duration: to - from, fill: "both" });
    }

    /**
     * Moves all that a selector finds by keyframes, one after another.
     * @type {Timeline["move"]}
     */
    function move(selector, frames, [delay, duration, each = 0], easing = "linear") {
      all(selector).forEach((one, turn) =>
        animate(one, frames, { delay: delay + turn * each, duration, easing }),
      );
    }

    /**
     * From a style to the style sheet's.
     * @type {Timeline["come"]}
     */
    const come = (element, [at, lasts], style, easing = GLIDE) =>
      go(element, [
        [at, style, easing],
        [at + lasts, null],
      ]);

    /**
     * A star pops up, and a copy of it flies to a score, if there is one.
     * @type {Timeline["award"]}
     */
    function award(star, score) {
      const {
        star: pops,
        point: [leaves, lasts],
        blink,
      } = when;
      const [from, to] = [star, score || star].map((each) => each.getBoundingClientRect());
      const right = to.left - from.left + (to.width - from.width) / 2;
      const down = to.top - from.top + (to.height - from.height) / 2;
      const there = `translate(${right}px, ${down}px) scale(.4)`;
      come(star, pops, { transform: "scale(0)" }, LAND);
      if (!score) return;
      const copy = /** @type {HTMLElement} */ (star.cloneNode(true));
      copy.classList.add("flying");
      copy.setAttribute("aria-hidden", "true");
      star.after(copy);
      go(copy, [
        [leaves, { opacity: 0, transform: "none" }],
        [leaves + 1, { opacity: 1, transform: "none" }, GLIDE],
        [leaves + lasts, { opacity: 1, transform: there }],
        [leaves + lasts + blink, { opacity: 0, transform: there }],
      ]);
    }

    /**
     * Seen from one time until another.
     * @type {Timeline["between"]}
     */
    function between(element, begins, ends) {
      const { edge } = when;
      /** @type {Frame[]} */
      const comes = begins
        ? [
            [begins, { opacity: 0 }],
            [begins + edge, { opacity: 1 }],
          ]
        : [];
      go(element, [...comes, [ends, { opacity: 1 }], [ends + edge, { opacity: 0 }]]);
    }

    /**
     * @param {Element | null} element
     * @param {number} from its opacity
     * @param {number} to
     * @param {number} at
     * @param {number} lasts
     */
    const fade = (element, from, to, at, lasts) =>
      go(element, [
        [at, { opacity: from }],
        [at + lasts, { opacity: to }],
      ]);
    return {
      when,
      all,
      find,
      go,
      move,
      cue: (...some) => cues.push(...some),
      appear: (element, at, lasts = when.fade) => fade(element, 0, 1, at, lasts),
      vanish: (element, at, lasts = when.fade) => fade(element, 1, 0, at, lasts),
      come,
      between,
      award,
      make,
      hold: (elements, until, style) =>
        elements.forEach((each) => animate(each, [style, style], { delay: until, duration: 0 })),
      get played() {
        const once = new Set();
        make();
        return { animations, cues: cues.filter(([at, name]) => !once.has(at + name) && once.add(at + name)) };
      },
    };
  }

  window.scenes.timeline = timeline;
  window.scenes.moves = { LAND, GLIDE, STEP, FALL, ARC, by, read, groups };
})();
