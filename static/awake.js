// Keeps the screen of a TV awake while its page is in front: with the wake lock, or where the browser has none (on
// plain http) with a tiny video that plays for ever. Where it has neither, the lobby says so.
"use strict";
(() => {
  const video = /** @type {HTMLVideoElement} */ (document.getElementById("awake"));
  const note = companion.page.find("drowsy");

  const lock = () =>
    navigator.wakeLock ? navigator.wakeLock.request("screen") : Promise.reject(new Error("no wake lock"));

  async function keepAwake() {
    video.pause();
    if (document.hidden) return;
    try {
      await lock().catch(() => video.play());
      note.hidden = true;
    } catch (refusal) {
      // It was only hidden meanwhile, if it was aborted.
      note.hidden = document.hidden || /** @type {Error} */ (refusal).name === "AbortError";
    }
  }

  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
})();
