// The start page: the button and the link to the rules follow the chosen game.
"use strict";
(() => {
  const form = document.getElementById("start");

  function follow() {
    const chosen = form.querySelector("[name=game]:checked");
    form.querySelector(".press").textContent = chosen.dataset.start;
    document.getElementById("rules").href = chosen.dataset.rules;
  }

  follow();
  form.addEventListener("change", follow);
  window.addEventListener("pageshow", follow); // the browser may have restored another choice
})();
