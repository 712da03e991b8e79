// A round of cards: they come up in order, the outer ones tip away, and the middle stands in the light; or it falls
// through the trapdoor; or the two that are equal bump into each other.
"use strict";
(() => {
  const { Arrivals, curves, TURN, tips } = window.arrivals;
  const { GLIDE, LAND, FALL } = curves;

  function play(section) {
    const scene = new Arrivals(section);
    const cards = section.querySelector(".cards");
    const lit = Number(cards.dataset.lit);
    if (cards.classList.contains("staged-trapdoor")) drop(scene, lit); // measures, so before anything moves
    scene.carry(scene.all(".laid-out > li, .side > li, .centre > li"));
    for (const each of scene.all("[data-at]")) scene.cues.push([Number(each.dataset.at), "flap"]);
    if (!cards.classList.contains("off")) scene.tip(scene.all(".outer"), ".bearer");
    if (cards.classList.contains("off")) bump(scene, lit);
    else shine(scene, lit);
    scene.tell(Number(section.dataset.told), Number(cards.dataset.counted));
    scene.cues.push([Number(cards.dataset.counted), "point"]);
    return scene.played;
  }

  // The lamp leans, the light is on, and who stands in it rises.
  function shine(scene, lit) {
    for (const each of scene.all(".laid-out .outer")) scene.appear(each.querySelector(".dusk"), tips(each), 350);
    scene.light(lit);
    for (const hung of scene.all(".leans .hung")) {
      scene.move(hung, [lit - 450, { transform: "none" }, GLIDE], [lit, null]);
    }
    for (const each of scene.all(".centre .middle")) {
      scene.move(each.querySelector(".plinth"), [lit, { transform: "scaleY(.001)" }, LAND], [lit + TURN, null]);
      scene.move(each.querySelector(".bearer"), [lit, { transform: "translateY(5.4rem) scale(.9)" }, LAND], [lit + TURN, null]);
    }
    for (const each of scene.all(".laid-out .middle .card")) {
      scene.move(each, [lit, { transform: "scale(.84)" }, LAND], [lit + TURN, null]);
    }
    scene.open(scene.all(".middle, .onlooker"), lit);
  }

  // The trapdoor is shut: the cards glide over it, it opens, they fall.
  function drop(scene, lit) {
    const owners = scene.all(".onlooker");
    scene.all(".falling > li").forEach((each, n) => {
      const [own, end] = [box(owners[n]), box(each)];
      const from = `translate(${own.x - end.x}px, ${own.top - each.offsetHeight / 2 - end.y}px)`;
      const over = `translate(0, ${-0.72 * each.offsetHeight}px)`;
      scene.move(each,
        [Number(each.dataset.at), { transform: `${from} translateY(40vh)`, opacity: 0 }, LAND],
        [Number(each.dataset.at) + TURN, { transform: from, opacity: 1 }],
        [tips(each) - 400, { transform: from, opacity: 1 }, GLIDE],
        [tips(each), { transform: over, opacity: 1 }, FALL],
        [tips(each) + 350, null]);
    });
    for (const [side, turn] of [["left", -90], ["right", 90]]) {
      for (const leaf of scene.all(`.leaf.${side}`)) {
        scene.move(leaf, [lit, { transform: `rotate(${turn}deg)` }, LAND], [lit + 350, null]);
      }
    }
    scene.hold(".pit.cover", lit, { opacity: 1 });
    scene.cues.push([lit, "drop"]);
  }

  const box = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, top };
  };

  // Equal cards bump, and the light goes off; then all of them are in the pool.
  function bump(scene, lit) {
    for (const each of scene.all(".bumped .card")) {
      scene.move(each, [lit - 200, { transform: "none" }, FALL], [lit, { transform: "scale(1.04)" }, LAND], [lit + 350, null]);
    }
    scene.hold(".lamp .bulb", lit, { fill: "#ffd166" });
    scene.all(".heap i").forEach((each, n) => {
      const start = lit + 300 + n * 20;
      scene.come(each, start, 350, { transform: "translate(-30rem, -4rem)", opacity: 0 }, GLIDE);
    });
    for (const each of scene.all(".heap p")) scene.appear(each, lit + 700);
    scene.cues.push([lit, "drop"], [lit, "dark"]);
  }

  window.scenes.register("trick", play);
})();
