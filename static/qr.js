// Draws a QR code in the browser, for what no server is to know: `qr(text)` returns the `<svg>` of a text of up to 230
// bytes. ISO/IEC 18004 in bytes, with the least error correction: a screen has no dirt, and fewer modules are larger.
"use strict";
(() => {
  const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30]; // codewords of error correction in a block, by version from 1
  const DATA = [19, 34, 55, 80, 108, 136, 156, 194, 232]; // codewords of data
  const TWO_BLOCKS = 6; // the first version of two blocks
  const MARKED = 7; // the first version that says which one it is
  const MARGIN = 4; // light modules around it
  const MASKS = [
    (x, y) => (x + y) % 2,
    (x, y) => y % 2,
    (x) => x % 3,
    (x, y) => (x + y) % 3,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3),
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
  ]; // a module is inverted where they are 0

  const range = (length) => Array.from({ length }, (_, n) => n);
  const bits = (value, length) => range(length).map((n) => (value >> (length - 1 - n)) & 1);

  // Codewords

  function codewords(bytes, version) {
    const stream = [...bits(4, 4), ...bits(bytes.length, 8)];
    for (const each of bytes) stream.push(...bits(each, 8));
    stream.push(0, 0, 0, 0);
    const data = range(stream.length / 8).map((n) => parseInt(stream.slice(8 * n, 8 * n + 8).join(""), 2));
    for (let pad = 0xec; data.length < DATA[version - 1]; pad ^= 0xec ^ 0x11) data.push(pad);
    const blocks = version < TWO_BLOCKS ? [data] : [data.slice(0, data.length / 2), data.slice(data.length / 2)];
    return [...interleave(blocks), ...interleave(blocks.map((block) => remainder(block, CHECKS[version - 1])))];
  }

  function* interleave(blocks) {
    for (const n of range(blocks[0].length)) for (const block of blocks) yield block[n];
  }

  // The product of two elements of GF(256).
  function multiply(a, b) {
    let product = 0;
    for (const bit of bits(b, 8)) product = ((product << 1) ^ ((product >> 7) * 0x11d)) ^ (bit * a);
    return product;
  }

  // What is left of the data, divided by the polynomial whose roots are the first powers of 2 (Reed and Solomon).
  function remainder(data, degree) {
    const divisor = [...Array(degree - 1).fill(0), 1];
    for (let n = 0, root = 1; n < degree; n += 1, root = multiply(root, 2)) {
      for (const at of range(degree)) divisor[at] = multiply(divisor[at], root) ^ (divisor[at + 1] || 0);
    }
    let left = Array(degree).fill(0);
    for (const each of data) {
      const factor = each ^ left[0];
      left = divisor.map((one, at) => (left[at + 1] || 0) ^ multiply(one, factor));
    }
    return left;
  }

  // A number with its bits of error correction (Bose, Chaudhuri, Hocquenghem).
  function withChecks(value, length, divisor) {
    let left = value;
    for (let n = 0; n < length; n += 1) left = (left << 1) ^ ((left >> (length - 1)) * divisor);
    return (value << length) | left;
  }

  // Modules: dark, light, or undefined where data can stand

  function frame(version) {
    const size = 17 + 4 * version;
    const rows = range(size).map(() => Array(size).fill());
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(rows, x, y, 4);
    const centres = version < 2 ? [] : version < MARKED ? [6, size - 7] : [6, (size - 1) / 2, size - 7];
    for (const y of centres) for (const x of centres) if (rows[y][x] === undefined) square(rows, x, y, 2);
    for (let n = 8; n < size - 8; n += 1) rows[6][n] = rows[n][6] = n % 2 === 0;
    if (version >= MARKED) markVersion(rows, withChecks(version, 12, 0x1f25));
    format(rows, 0);
    return rows;
  }

  function square(rows, x, y, reach) {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        const row = rows[y + dy];
        if (row && x + dx in row) row[x + dx] = reach === 2 ? ring !== 1 : ring !== 2 && ring !== 4;
      }
    }
  }

  function markVersion(rows, mark) {
    for (const n of range(18)) {
      const [far, near] = [rows.length - 11 + (n % 3), Math.floor(n / 3)];
      rows[near][far] = rows[far][near] = Boolean((mark >> n) & 1);
    }
  }

  // Says which error correction (01: the least) and which mask it has, twice.
  function format(rows, mask) {
    const size = rows.length;
    const mark = withChecks((1 << 3) | mask, 10, 0x537) ^ 0x5412;
    for (const n of range(15)) {
      const dark = Boolean((mark >> n) & 1);
      rows[n < 6 ? n : n < 8 ? n + 1 : size - 15 + n][8] = dark;
      rows[8][n < 8 ? size - 1 - n : n < 9 ? 7 : 14 - n] = dark;
    }
    rows[size - 8][8] = true;
  }

  // The places of data, in pairs of columns from the right, up and down in turn.
  function* places(rows) {
    const size = rows.length;
    for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
      for (const n of range(size)) {
        const y = up ? size - 1 - n : n;
        for (const x of [right, right - 1]) if (rows[y][x] === undefined) yield [x, y];
      }
    }
  }

  function masked(blank, data, mask) {
    const rows = blank.map((row) => row.slice());
    let n = 0;
    for (const [x, y] of places(blank)) {
      const dark = n < 8 * data.length && (data[n >> 3] >> (7 - (n & 7))) & 1;
      rows[y][x] = Boolean(dark) !== (MASKS[mask](x, y) === 0);
      n += 1;
    }
    format(rows, mask);
    return rows;
  }

  // How hard it is to read: long runs, squares, what looks like a corner, more of the one than of the other.
  function penalty(rows) {
    const lines = [...rows, ...rows.map((_, n) => rows.map((row) => row[n]))];
    const texts = lines.map((line) => line.map(Number).join(""));
    const runs = texts.map((line) => (line.match(/0{5,}|1{5,}/g) || []).map((run) => run.length - 2));
    const corners = texts.map((line) => (line.match(/(?=10111010000|00001011101)/g) || []).length * 40);
    const dark = [].concat(...rows).filter(Boolean).length / rows.length ** 2;
    return sum([].concat(...runs)) + sum(corners) + 3 * squares(rows) + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
  }

  const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
  const squares = (rows) =>
    sum(rows.slice(1).map((row, y) => row.slice(1).filter((dark, x) => [row[x], rows[y][x], rows[y][x + 1]].every((each) => each === dark)).length));

  function modules(text) {
    const bytes = new TextEncoder().encode(text);
    const version = DATA.findIndex((most) => bytes.length + 2 <= most) + 1;
    const blank = frame(version);
    const data = codewords(bytes, version);
    const all = range(MASKS.length).map((mask) => masked(blank, data, mask));
    const worth = all.map(penalty);
    return all[worth.indexOf(Math.min(...worth))];
  }

  function svg(rows) {
    const size = rows.length + 2 * MARGIN;
    const runs = (row) => row.map(Number).join("").match(/0+|1+/g).map((run) => (run[0] === "1" ? `h${run.length}` : `m${run.length} 0`));
    const path = rows.map((row, y) => `M${MARGIN} ${y + MARGIN}.5${runs(row).join("")}`).join("");
    const box = document.createElement("div");
    box.innerHTML = `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${path}"/></svg>`;
    return box.firstChild;
  }

  window.qr = (text) => svg(modules(text));
})();
