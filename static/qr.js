// Draws a QR code in the browser, for what no server is to know: `qr(text)` returns the `<svg>` of a text of up to some
// 2,900 bytes, with the least error correction: a screen has no dirt, and fewer modules are larger.
"use strict";
(() => {
  const MARGIN = 4; // light modules around it

  /** @param {QrCode} code */
  function path(code) {
    const size = code.getModuleCount();
    let d = "";
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) if (code.isDark(y, x)) d += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
    }
    return d;
  }

  window.qr = (text) => {
    qrcode.stringToBytes = qrcode.stringToBytesFuncs["UTF-8"];
    const code = qrcode(0, "L"); // 0: the smallest version that holds it
    code.addData(text, "Byte");
    code.make();
    const size = code.getModuleCount() + 2 * MARGIN;
    const box = document.createElement("div");
    box.innerHTML =
      `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path(code)}"/></svg>`;
    return /** @type {Element} */ (box.firstElementChild);
  };
})();
