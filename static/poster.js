// The poster of an evening: copies it as text, saves it as PNG, prints the page; of one's own evening there is only the
// picture. Without this script the text can be selected, and the picture is an SVG. Plain http has no clipboard API, so
// the old command copies.
"use strict";
(() => {
  const { find } = companion.page;

  /** @param {HTMLDetailsElement} opened */
  function copy(opened) {
    const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("as-text"));
    const button = opened.querySelector("summary");
    if (!opened.open || !button) return;
    text.focus({ preventScroll: true });
    text.select();
    if (!document.execCommand("copy")) return;
    button.textContent = button.dataset.copied || "";
    find("news").textContent = button.dataset.copied || "";
  }

  /** @param {string} name */
  async function savePicture(name) {
    const picture = /** @type {HTMLImageElement} */ (document.getElementById("poster"));
    await picture.decode(); // before that it has no size
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download(URL.createObjectURL(blob), name), "image/png");
  }

  /** @param {string} address @param {string} name */
  function download(address, name) {
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it only after a question
  }

  /** @param {string} id @param {(button: HTMLElement) => void} action */
  function offer(id, action) {
    const button = find(id);
    button.hidden = false;
    button.addEventListener("click", (event) => {
      event.preventDefault(); // of a link to the SVG
      action(button);
    });
  }

  function start() {
    const opened = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".copying"));
    if (opened) {
      opened.addEventListener("toggle", () => copy(opened));
      offer("print", () => window.print());
    }
    if ("toBlob" in HTMLCanvasElement.prototype) {
      offer("as-png", (button) => savePicture(button.dataset.name || ""));
    }
  }

  document.addEventListener("DOMContentLoaded", start);
})();
