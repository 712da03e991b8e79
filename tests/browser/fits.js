// Returns what is wrong with a screen as it opens: buttons that are not on it, words under guests.
() => {
  const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const faults = [];
  for (const each of document.querySelectorAll(".send, .calls button, .go, form.plain button")) {
    if (!seen(each) || each.closest(".more, .after, .foot")) continue;
    const { top, bottom } = each.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight + 0.5) faults.push(`${each.textContent.trim()} is not on the screen`);
  }
  const isCovered = (each) => {  // by what has a ground of its own, in front of the guest
    for (; !each.matches("main, .frame"); each = each.parentElement) {
      if (getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)") return true;
    }
    return false;
  };
  const guests = [...document.querySelectorAll(".guest")].filter((each) => seen(each) && each.clientWidth > 60);
  const drawn = guests.flatMap((each) => [...each.querySelectorAll("use, .legs")]).map((each) => each.getBoundingClientRect());
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const around = text.parentElement;
    if (!text.data.trim() || !seen(around) || around.closest("svg, .unseen, .more, .link") || isCovered(around)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const floor = around.closest(".now") ? around.closest(".now").getBoundingClientRect().bottom : Infinity;
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      const [high, low] = [top + 0.15 * height, Math.min(floor, bottom - 0.15 * height)];  // the letters in their line
      if (drawn.some((box) => box.left < right - 1 && left < box.right - 1 && box.top < low && high < box.bottom && high < low)) {
        faults.push(`${text.data.trim()} is under a guest`);
        break;
      }
    }
  }
  return faults;
}
