// Lists what cannot be read on the TV. `shortened` are selectors of what may end in an ellipsis. Numbers and letters
// that guests wear are upright, and else not measured: names, podiums and lines say the same.
(shortened) => {
  const high = innerHeight, wide = innerWidth, found = [];
  const box = (each) => each.getBoundingClientRect();
  const once = (find) => {
    const known = new Map();
    return (each) => known.get(each) ?? known.set(each, find(each)).get(each);
  };
  const cuts = once((each) => getComputedStyle(each).overflowX !== "visible");
  const clips = once((each) => getComputedStyle(each).clipPath !== "none");
  const isShown = (each) => !each.closest(".unseen, [hidden]") && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isThere = ({ width, height }) => width > 1.5 && height > 1.5;
  const text = (each) => [...each.textContent.trim()].slice(0, 40).join("");
  const say = (fault, each) => found.push(`${fault}: ${text(each)} <${each.className}>`);
  const hasGround = once((each) => getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)");
  const drawn = [...document.querySelectorAll(".guest > *")].map(box);
  const outline = 0.02 * high; // which no box has
  const isNear = ({ left, right, top, bottom }) => (other) =>
    left < other.right + outline && other.left - outline < right && top < other.bottom + outline && other.top - outline < bottom;
  // Whether a guest is where a word is: in front of it, or behind it without a ground between them.
  const isAtGuest = (word, rect) => {
    const guests = drawn.filter(isNear(rect));
    const { left, top, width, height } = rect;
    const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) => [0.35, 0.5, 0.65].map((y) => [left + x * width, top + y * height]));
    return points.some(([x, y]) => {
      if (!guests.some(isNear({ left: x, right: x, top: y, bottom: y }))) return false; // it takes long to look there
      for (const over of document.elementsFromPoint(x, y)) {
        if (over.closest(".guest > *")) return true;
        if (over.contains(word) && hasGround(over)) return false;
      }
      return false;
    });
  };
  const texts = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const each = walker.currentNode.parentElement;
    if (each.closest("svg") || !walker.currentNode.data.trim() || !isShown(each) || !isThere(box(each))) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const chain = [];
    for (let over = each; over && !over.matches(".frame, #live, main"); over = over.parentElement) chain.push(over);
    if (chain.some(clips)) continue;
    if (parseFloat(getComputedStyle(each).fontSize) < high / 30 - 0.01) say("too small", each);
    const cutting = chain.find(cuts);
    const may = chain.some((over) => over.matches(shortened));
    for (const rect of range.getClientRects()) {
      const { left, right, top, bottom } = rect, middle = (top + bottom) / 2;
      if (!isThere(rect)) continue;
      if (left < -1 || right > wide + 1 || top < -0.01 * high || bottom > 1.01 * high) {
        if (!may) say("outside the screen", each);
        continue;
      }
      const frame = cutting ? box(cutting) : null;
      const isCut = frame && (left < frame.left - 1 || right > frame.right + 1 || middle < frame.top || bottom - 0.2 * (bottom - top) > frame.bottom + 1);
      if (isCut && !may) say("cut off", each);
      if (!isCut && isAtGuest(each, rect)) say("at a guest", each);
      if (!isCut) texts.push({ each, left, right, top: middle - 0.27 * (bottom - top), bottom: middle + 0.27 * (bottom - top) });
    }
  }
  texts.forEach((one, n) => texts.slice(n + 1).forEach((other) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > 2 && down > 2 && one.each !== other.each) say(`over ${text(other.each)}`, one.each);
  }));
  for (const each of document.querySelectorAll(".frame .guest")) {
    const { left, right, top, bottom, width, height } = box(each);
    const isOut = left < -0.1 * width || right > wide + 0.1 * width || top < -0.1 * height || bottom > high + 0.1 * height;
    if (isShown(each) && isOut) say("a guest is outside the stage", each);
  }
  const turned = once((each) => {
    const own = new DOMMatrix(getComputedStyle(each).transform);
    return each.parentElement ? turned(each.parentElement).multiply(own) : own;
  });
  const isUpsideDown = (each) => turned(each).d < 0;
  for (const each of document.querySelectorAll(".frame text, .frame .digits, .frame .rank")) {
    if (isShown(each) && isUpsideDown(each)) say("upside down", each);
  }
  for (const star of [...document.querySelectorAll(".plus .burst")].filter(isShown).map(box)) {
    for (const each of document.querySelectorAll(".presenter:not(.lit) .guest use")) {
      const { left, right, top, bottom } = box(each);
      if (left < star.right - 2 && star.left + 2 < right && top < star.bottom - 2 && star.top + 2 < bottom) say("under a star", each.closest("li"));
    }
  }
  for (const each of document.querySelectorAll(".set, .set *")) {
    for (const { content, backgroundColor, clipPath } of ["::before", "::after"].map((part) => getComputedStyle(each, part))) {
      if (content === '""' && clipPath === "none" && backgroundColor !== "rgba(0, 0, 0, 0)") say("has a box of no use", each);
    }
  }
  const root = document.documentElement;
  if (root.scrollWidth > wide || root.scrollHeight > high) found.push("the page scrolls");
  for (const each of document.querySelectorAll("main, #live")) {
    if (isShown(each) && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)) say("overflows", each);
  }
  return [...new Set(found)];
}
