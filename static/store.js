// What pages keep in this browser: `store.tab` until the tab is closed, `store.browser` for good. A browser that has no
// storage, refuses it or has no room keeps it as long as the page is open.
"use strict";
const store = (() => {
  /** @param {"sessionStorage" | "localStorage"} name */
  function guarded(name) {
    const memory = new Map(); // what could not be stored

    /**
     * Returns null where there is nothing.
     * @param {string} key
     */
    function read(key) {
      if (memory.has(key)) return memory.get(key);
      try {
        return JSON.parse(window[name].getItem(key) || "null");
      } catch {
        return null;
      }
    }

    /**
     * Null removes it. Returns whether the next page will find it so.
     * @param {string} key
     * @param {unknown} value
     */
    function write(key, value) {
      memory.delete(key);
      try {
        if (value === null) window[name].removeItem(key);
        else window[name].setItem(key, JSON.stringify(value));
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    }

    return { read, write };
  }

  return { tab: guarded("sessionStorage"), browser: guarded("localStorage") };
})();
