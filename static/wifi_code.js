// Shows on the TV's lobby the QR code that joins the Wi-Fi, if the host has typed it in this browser (wifi.js).
"use strict";
(() => {
  const LONG = 16; // characters of a name that is written smaller

  const MARGIN = 4; // modules around a code as it is drawn
  const QUIET = 0.138; // what is shown of it at most, as a part of the code: so those of usual lengths are equally large

  const find = (box, name) => box.querySelector(name);

  function frame(drawn) {
    if (drawn.viewBox.baseVal.x) return; // is framed already
    const modules = drawn.viewBox.baseVal.width - 2 * MARGIN;
    const margin = Math.min(QUIET * modules, MARGIN);
    drawn.setAttribute("viewBox", [MARGIN - margin, MARGIN - margin, modules + 2 * margin, modules + 2 * margin].join(" "));
  }

  function show() {
    const kept = wifi.load();
    document.documentElement.classList.toggle("joins", Boolean(kept));
    const box = document.querySelector("#live .door.wifi");
    if (!box) return;
    const letters = Boolean(kept && kept.letters && !kept.open);
    find(box, ".network").textContent = kept ? kept.name : "";
    find(box, ".label").classList.toggle("long", Boolean(kept) && kept.name.length > LONG);
    find(box, ".letters").hidden = !letters;
    find(box, ".letters bdi").textContent = letters ? kept.password : "";
    find(box, ".qr").textContent = "";
    if (kept) find(box, ".qr").append(qr(wifi.text(kept)));
    if (kept) for (const each of document.querySelectorAll("#live .door svg")) frame(each);
  }

  function start() {
    if (document.documentElement.classList.contains("old")) return;
    show();
    document.body.addEventListener("htmx:afterSwap", show);
    wifi.onChange(show);
  }

  document.addEventListener("DOMContentLoaded", start);
})();
