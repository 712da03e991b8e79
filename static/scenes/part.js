// A hand or a round that ends: all show what they have, the outer ones tip away, and what the middle gains flies to
// its score.
"use strict";
(() => {
  const { Arrivals } = window.arrivals;
  const { fly, rise } = window.gains;

  function play(section) {
    const scene = new Arrivals(section);
    const cards = section.querySelector(".cards");
    const lit = Number(cards.dataset.lit);
    const counted = Number(cards.dataset.counted);
    for (const each of scene.all(".middle")) fly(scene, each, Number(section.dataset.told), counted); // measures first
    scene.carry(scene.all(".result"));
    for (const each of scene.all("[data-at]")) scene.cues.push([Number(each.dataset.at), "flap"]);
    if (!cards.classList.contains("off")) {
      scene.tip(scene.all(".side .result"), ".bearer");
      scene.light(lit);
    }
    rise(scene, lit);
    scene.open(scene.all(".middle"), lit);
    scene.tell(Number(section.dataset.told), counted);
    scene.cues.push([counted, "point"]);
    return scene.played;
  }

  window.scenes.register("part", play);
})();
