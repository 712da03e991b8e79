// Makes an element of the page equal to one of an answer, and keeps its nodes where both have the same: a key is never
// replaced under a finger.
"use strict";
companion.morph = (() => {
  /** @param {Element} old @param {Element} fresh */
  function morph(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    for (const { name } of Array.from(old.attributes))
      if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old.id === "means") return; // what was said last stands until something else is said
    const [before, after] = [contents(old), contents(fresh)];
    if (before.length === after.length && before.every((each, n) => isAlike(each, after[n]))) {
      before.forEach((each, n) => follow(each, after[n]));
    } else refill(old, Array.from(fresh.childNodes));
  }

  /**
   * Its elements and texts, without the space between them.
   * @param {Element} element
   */
  function contents({ childNodes }) {
    return Array.from(childNodes).filter((each) => isElement(each) || (each.nodeValue || "").trim());
  }

  /** @param {ChildNode} one @param {ChildNode} other */
  function isAlike(one, other) {
    return one.nodeName === other.nodeName && idOf(one) === idOf(other);
  }

  /** @param {ChildNode} node */
  const idOf = (node) => (isElement(node) ? node.id : "");

  /**
   * Those of an answer are of another document.
   * @param {ChildNode} node
   * @returns {node is Element}
   */
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

  /** @param {ChildNode} old @param {ChildNode} fresh */
  function follow(old, fresh) {
    if (isElement(old) && isElement(fresh)) morph(old, fresh);
    else old.nodeValue = fresh.nodeValue;
  }

  /**
   * Gives an element other contents, in which what has an id stays: what follows the room would else hear nothing more.
   * @param {Element} old
   * @param {ChildNode[]} fresh
   */
  function refill(old, fresh) {
    const before = Array.from(old.children).filter((each) => each.id);
    old.textContent = "";
    for (const each of fresh) {
      const same = isElement(each) && each.id ? before.find((one) => isAlike(one, each)) : undefined;
      if (same && isElement(each)) morph(same, each);
      old.append(same || each);
    }
  }

  return { morph };
})();
