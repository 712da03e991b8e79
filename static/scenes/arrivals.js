// What the scenes of cards have in common. The style sheet has the end of a scene: these play from somewhere to there.
"use strict";
(() => {
  const GLIDE = "cubic-bezier(.5, 0, .2, 1)";
  const LAND = "cubic-bezier(.2, 1.5, .4, 1)";
  const STEP = "cubic-bezier(.15, .9, .25, 1)";
  const FALL = "cubic-bezier(.5, 0, .9, .6)";
  const TURN = 500; // ms for the light, and for what rises into it

  // The animations of one scene. Frames are [ms, style, easing]: a style holds from the frame before, and what
  // follows the last frame is what the style sheet says.
  class Arrivals {
    constructor(section) {
      this.animations = [];
      this.cues = [];
      this.section = section;
    }

    all(selector) {
      return Array.from(this.section.querySelectorAll(selector));
    }

    move(element, ...frames) {
      const length = frames[frames.length - 1][0];
      const end = getComputedStyle(element);
      const keyframes = frames.map(([at, style, easing = "linear"]) =>
        Object.assign({ offset: at / length, easing }, style || rest(frames, end)));
      if (frames[0][0] > 0) keyframes.unshift(Object.assign({}, keyframes[0], { offset: 0, easing: "linear" }));
      this.animations.push(element.animate(keyframes, { duration: length, fill: "backwards" }));
    }

    // From a style at `at` to the end.
    come(element, at, ms, style, easing = GLIDE) {
      this.move(element, [at, style, easing], [at + ms, null]);
    }

    // Guests and cards come up from below, one after another.
    carry(elements, ms = TURN) {
      for (const each of elements) this.come(each, at(each), ms, { transform: "translateY(40rem)", opacity: 0 }, LAND);
    }

    // Seen only from `at` on, or until then.
    appear(element, at, ms = 120) {
      this.come(element, at, ms, { opacity: 0 }, "linear");
    }

    vanish(element, at) {
      this.move(element, [0, { opacity: 1 }], [at, { opacity: 1 }], [at + 120, null]);
    }

    // As it is before `until`.
    hold(selector, until, style) {
      for (const each of this.all(selector)) {
        this.animations.push(each.animate([style, style], { duration: until, fill: "backwards" }));
      }
    }

    // Who is outside tips away, a pair a tick; until then nobody sleeps.
    tip(elements, part) {
      for (const each of elements) {
        const body = each.querySelector(part);
        this.move(body, [tips(each), { transform: "none", opacity: 1 }, GLIDE], [tips(each) + 350, null]);
        this.wake(each, tips(each));
        this.cues.push([tips(each), "dark"]);
      }
    }

    wake(element, at) {
      for (const eyes of element.querySelectorAll(".sleeps .eyes")) {
        this.move(eyes, [0, { opacity: 1 }], [at, { opacity: 1 }], [at + 100, null]);
      }
      for (const shut of element.querySelectorAll(".sleeps .shut")) this.appear(shut, at, 100);
    }

    // Nobody is surprised before the light is on.
    open(elements, at) {
      for (const each of elements) {
        for (const lid of each.querySelectorAll(".wins .lid")) {
          this.move(lid, [0, { transform: "none", opacity: 1 }], [at, { transform: "none", opacity: 1 }, STEP], [at + 200, null]);
        }
      }
    }

    light(at) {
      this.hold(".middle .legs", at, { fill: "#c58a52" });
      this.hold(".middle .who", at, { color: "#fff3dc" });
      for (const beam of this.all(".beam")) {
        this.move(beam, [at, { opacity: 0, transform: `${shape(beam)} scaleX(.8)` }, LAND], [at + 300, null]);
      }
      this.cues.push([at, "light"]);
    }

    // The heading, what is below the feet and the scores: none of it is told before.
    tell(told, counted) {
      for (const each of this.all(".head h1, .word, .figure")) this.appear(each, told, 150);
      this.hold(".tallies.prior", counted, { visibility: "visible" });
      this.hold(".tallies.present", counted, { visibility: "hidden" });
    }

    get played() {
      const once = new Set();
      const cues = this.cues.filter(([at, name]) => !once.has(at + name) && once.add(at + name));
      return { animations: this.animations, cues };
    }
  }

  const at = ({ dataset }) => Number(dataset.at);
  const tips = ({ dataset }) => Number(dataset.tips);

  // The end, as far as the frames before say anything of it.
  function rest(frames, end) {
    const names = frames.filter(([, style]) => style).map(([, style]) => Object.keys(style));
    const style = {};
    for (const name of [].concat(...names)) style[name] = end[name];
    return style;
  }

  const shape = (element) => {
    const { transform } = getComputedStyle(element);
    return transform === "none" ? "" : transform;
  };

  window.arrivals = { Arrivals, curves: { GLIDE, LAND, STEP, FALL }, TURN, at, tips };
})();
