// Asks the host whether phones see the page when a lobby has waited for them long enough.
"use strict";
(() => {
  let timer = 0;

  function wait() {
    clearTimeout(timer);
    const question = document.getElementById("asks");
    if (question && question.hidden) timer = setTimeout(() => ask(question), 1000 * question.dataset.asks);
  }

  function ask(question) {
    question.hidden = false;
    document.getElementById("news").textContent = question.querySelector("h2").textContent;
  }

  document.addEventListener("DOMContentLoaded", () => {
    wait();
    document.body.addEventListener("htmx:afterSwap", wait);
  });
})();
