// Who gains something: they rise on the plinth, and a star with what they gain flies to their score.
"use strict";
(() => {
  const { curves, TURN } = window.arrivals;
  const { GLIDE, LAND } = curves;

  function rise(scene, lit) {
    for (const each of scene.all(".winners .bearer")) {
      scene.move(each, [lit, { transform: "translateY(11rem)" }, LAND], [lit + TURN, null]);
    }
    for (const each of scene.all(".plinth")) {
      scene.move(each, [lit, { transform: "scaleY(.001)" }, LAND], [lit + TURN, null]);
    }
  }

  // The star pops up; a copy of it flies to the score.
  function fly(scene, winner, told, counted) {
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

  window.gains = { fly, rise };
})();
