// A round of which only the winner is known: all come up, and whoever took it stands in the light; or the light goes off,
// and all that lay on the table goes to the pile.
"use strict";
(() => {
  const { Arrivals, curves } = window.arrivals;
  const { GLIDE, LAND } = curves;

  function play(section) {
    const scene = new Arrivals(section);
    const cards = section.querySelector(".cards");
    const [lit, told, counted] = [Number(cards.dataset.lit), Number(section.dataset.told), Number(cards.dataset.counted)];
    for (const each of scene.all(".middle")) window.gains.fly(scene, each, told, counted); // measures first
    scene.carry(scene.all(".result"));
    for (const each of scene.all("[data-at]")) scene.cues.push([Number(each.dataset.at), "flap"]);
    if (cards.classList.contains("off")) pile(scene, lit, told);
    else rise(scene, lit);
    scene.tell(told, counted);
    scene.cues.push([counted, "point"]);
    return scene.played;
  }

  function rise(scene, lit) {
    scene.tip(scene.all(".people .result"), ".bearer");
    scene.light(lit);
    window.gains.rise(scene, lit);
    scene.open(scene.all(".middle"), lit);
  }

  // The light goes off, and then the pile grows.
  function pile(scene, lit, told) {
    scene.hold(".lamp .bulb", lit, { fill: "#ffd166" });
    scene.all(".heap i").forEach((each, n) => {
      scene.come(each, lit + 100 + n * 20, 350, { transform: "translate(-30rem, -4rem)", opacity: 0 }, GLIDE);
    });
    for (const each of scene.all(".heap p")) scene.come(each, told, 250, { transform: "scale(.8)", opacity: 0 }, LAND);
    scene.cues.push([lit, "drop"], [lit, "dark"]);
  }

  window.scenes.register("taken", play);
})();
