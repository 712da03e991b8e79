// The start page: the button names the chosen game, and only its options can be unfolded.
"use strict";
(() => {
  const form = document.getElementById("start");

  function follow() {
    const chosen = form.querySelector("[name=game]:checked");
    form.querySelector(".press").textContent = chosen.dataset.start;
    document.getElementById("rules").href = chosen.dataset.rules;
    for (const each of form.querySelectorAll(".tweak")) each.hidden = each.dataset.of !== chosen.value;
  }

  follow();
  form.addEventListener("change", follow);
  window.addEventListener("pageshow", follow); // the browser may have restored another choice
})();
