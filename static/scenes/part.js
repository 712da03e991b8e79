// A hand or a round that ends: all show what they have, the outer ones tip away, and what the middle gains flies to
// its score.
"use strict";
(() => {
  const { Arrivals, curves, TURN } = window.arrivals;
  const { GLIDE, LAND } = curves;

  function play(section) {
    const scene = new Arrivals(section);
    const cards = section.querySelector(".cards");
    const lit = Number(cards.dataset.lit);
    const counted = Number(cards.dataset.counted);
    for (const each of scene.all(".middle")) gain(scene, each, Number(section.dataset.told), counted); // measures first
    scene.carry(scene.all(".result"));
    for (const each of scene.all("[data-at]")) scene.cues.push([Number(each.dataset.at), "flap"]);
    if (!cards.classList.contains("off")) {
      scene.tip(scene.all(".side .result"), ".bearer");
      scene.light(lit);
    }
    for (const each of scene.all(".winners .bearer")) {
      scene.move(each, [lit, { transform: "translateY(11rem)" }, LAND], [lit + TURN, null]);
    }
    for (const each of scene.all(".plinth")) {
      scene.move(each, [lit, { transform: "scaleY(.001)" }, LAND], [lit + TURN, null]);
    }
    scene.open(scene.all(".middle"), lit);
    scene.tell(Number(section.dataset.told), counted);
    scene.cues.push([counted, "point"]);
    return scene.played;
  }

  // The star pops up; a copy of it flies to the score.
  function gain(scene, winner, told, counted) {
    const star = winner.querySelector(".gain");
    const row = scene.section.querySelector(`.tallies.present [data-tally="${winner.dataset.seat}"]`);
    if (!star) return;
    scene.come(star, told, 250, { transform: "scale(0)" }, LAND);
    if (!row) return;
    const copy = star.cloneNode(true);
    star.after(copy);
    const [from, to] = [star.getBoundingClientRect(), row.getBoundingClientRect()];
    const there = `translate(${to.left + to.width / 2 - from.left - from.width / 2}px, ${to.top - from.top}px) scale(.4)`;
    copy.classList.add("flying");
    scene.move(copy,
      [told + 250, { opacity: 0, transform: "none" }],
      [told + 251, { opacity: 1, transform: "none" }, GLIDE],
      [counted, { opacity: 1, transform: there }],
      [counted + 60, { opacity: 0, transform: there }]);
  }

  window.scenes.register("part", play);
})();
