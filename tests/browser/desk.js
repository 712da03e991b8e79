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
  const words = [];
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    if (seen(text.parentElement) && !text.parentElement.closest(".unseen, option, svg, .keys, .wood bdi")) words.push(...text.data.trim().split(/\s+/).filter(Boolean));
  }
  return [controls.filter((each) => !each.closest(".keys")).length, words.length, faults];
}
