// The poster of an evening: copies it as text, saves it as PNG, prints the page. Without this script the text can be
// selected, and the picture is an SVG. Plain http has no clipboard API, so the old command copies.
"use strict";
(() => {
  function copy(opened) {
    const text = document.getElementById("as-text");
    const button = opened.querySelector("summary");
    if (!opened.open) return;
    text.focus({ preventScroll: true });
    text.select();
    if (!document.execCommand("copy")) return;
    button.textContent = button.dataset.copied;
    document.getElementById("news").textContent = button.dataset.copied;
  }

  function savePicture(name) {
    const picture = document.getElementById("poster");
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download(URL.createObjectURL(blob), name), "image/png");
  }

  function download(address, name) {
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60000); // some browsers read it only after a question
  }

  function offer(id, action) {
    const button = document.getElementById(id);
    button.hidden = false;
    button.addEventListener("click", () => action(button));
  }

  function start() {
    const opened = document.querySelector(".copying");
    opened.addEventListener("toggle", () => copy(opened));
    offer("print", () => window.print());
    if (HTMLCanvasElement.prototype.toBlob) offer("as-png", (button) => savePicture(button.dataset.name));
  }

  document.addEventListener("DOMContentLoaded", start);
})();
