// Returns what is wrong with a screen as it opens: a button that is not wholly on it, words that are cut, off it, tiny or
// under a guest; of other pages only words under guests and buttons. What lies below the first screen of a phone (.more, .foot) may be scrolled to; names may be cut.
() => {
  const faults = new Set();
  const isPhone = document.documentElement.matches(".phone");
  const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const below = ".more, .foot, .unseen, .link, [aria-hidden=true] svg";
  const inside = ({ left, right, top, bottom }, box) => left > box.left - 1.5 && right < box.right + 1.5 && top > box.top - 1.5 && bottom < box.bottom + 1.5;
  const screen = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
  if (isPhone && document.documentElement.scrollWidth > innerWidth) faults.add("the page scrolls sideways");
  for (const each of document.querySelectorAll(".send, .calls button, .go, .quiet, .keys button, .swap")) {
    if (!seen(each) || each.closest(below)) continue;
    const box = each.getBoundingClientRect();
    const name = each.textContent.trim() || each.getAttribute("aria-label");
    if (!inside(box, screen)) faults.add(`${name} is not on the screen`);
    if (isPhone && box.height < 43.5) faults.add(`${name} is lower than a thumb`);
  }
  const isCovered = (each) => {  // by what has a ground of its own, in front of the guest
    for (; !each.matches("main, .frame"); each = each.parentElement) {
      if (getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)") return true;
    }
    return false;
  };
  const cutters = new Map(); // the boxes that cut what is in them
  const cutter = (each) => {
    if (!cutters.has(each)) {
      const cuts = each !== document.documentElement && getComputedStyle(each).overflowY === "hidden" && !each.matches(".cut, html, body");
      cutters.set(each, cuts ? each.getBoundingClientRect() : null);
    }
    return cutters.get(each);
  };
  const guests = [...document.querySelectorAll(".guest")].filter((each) => seen(each) && each.clientWidth > 60);
  const drawn = guests.flatMap((each) => [...each.querySelectorAll("use, .legs")]).map((each) => each.getBoundingClientRect());
  const beside = [...document.querySelectorAll(".swap")].filter(seen); // buttons that stand beside a guest
  drawn.push(...beside.map((each) => each.getBoundingClientRect()));
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const around = text.parentElement;
    const said = text.data.trim();
    if (!said || !seen(around) || around.closest(below)) continue;
    if (isPhone && !around.closest("svg") && parseFloat(getComputedStyle(around).fontSize) < 14.9) faults.add(`${said} is tiny`);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      const { left, right, top, bottom, height } = box;
      const [high, low] = [top + 0.15 * height, bottom - 0.15 * height];  // the letters in their line
      const letters = { left, right, top: high, bottom: low };
      if (isPhone && !around.closest(".cut, .slots") && !inside(letters, screen)) faults.add(`${said} is not on the screen`);
      for (let each = around; isPhone && each && !around.closest(".cut, .slots"); each = each.parentElement) {
        if (cutter(each) && !inside(letters, cutter(each))) faults.add(`${said} is cut`);
      }
      if (isCovered(around)) continue;
      const isUnder = (guest) => guest.left < right - 1 && left < guest.right - 1 && guest.top < low && high < guest.bottom;
      if (drawn.some(isUnder)) faults.add(`${said} is under a guest`);
    }
  }
  return [...faults];
}
