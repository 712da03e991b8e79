// Returns how many controls and words a desk shows, and what is cut, scrolls, or is too small to press.
() => {
  const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const faults = [];
  const main = document.querySelector("main");
  const controls = [...main.querySelectorAll("a, button, summary, input:not([type=hidden]), select")].filter(seen);
  for (const each of controls) {
    const { top, bottom, left, right, height } = each.getBoundingClientRect();
    const name = each.textContent.trim() || each.id;
    if (bottom > innerHeight + 0.5 || top < 0 || right > innerWidth + 0.5 || left < -0.5) faults.push(`${name} is not on the screen`);
    if (height < 43.5) faults.push(`${name} is only ${height} high`);
  }
  const { scrollHeight, scrollWidth } = document.scrollingElement;
  if (scrollHeight > innerHeight + 1 || scrollWidth > innerWidth + 1 || main.scrollHeight > main.clientHeight + 1) faults.push("it scrolls");
  for (const each of main.querySelectorAll(".desk-players .guest, .stand .guest")) {
    const { width, height, left, right, bottom } = each.getBoundingClientRect();
    const [box, home] = [each.closest("ol").getBoundingClientRect(), each.parentElement.getBoundingClientRect()];
    const isHome = !seen(each) || left > box.right - 1 || left > home.right - 1 || bottom > box.bottom + 40;
    const tall = Math.min(height, (width * 126) / 108);
    if (!isHome && tall < 59.5) faults.push(`a guest is only ${tall} high`);
  }
  for (const each of main.querySelectorAll("#more > .behind > ul > li")) {
    if (!each.querySelector("small")) faults.push(`${each.textContent.trim()} does not say how it stands`);
  }
  if (main.querySelectorAll("#more > .behind > ul > li").length > 8) faults.push("more than eight lines behind More");
  const words = [];
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    if (seen(text.parentElement) && !text.parentElement.closest(".unseen, option, svg, .keys, .wood bdi")) words.push(...text.data.trim().split(/\s+/).filter(Boolean));
  }
  return [controls.filter((each) => !each.closest(".keys")).length, words.length, faults];
}
