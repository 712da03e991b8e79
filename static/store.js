// What pages keep in this browser: `store.tab` until the tab is closed, `store.browser` for good. A browser that has no
// storage, refuses it or has no room keeps it as long as the page is open.
"use strict";
(() => {
  function guarded(name) {
    const memory = new Map(); // what could not be stored

    // Returns null where there is nothing.
    function read(key) {
      if (memory.has(key)) return memory.get(key);
      try {
        return JSON.parse(window[name].getItem(key));
      } catch {
        return null;
      }
    }

    // Null removes it. Returns whether the next page will find it so.
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

  window.store = { tab: guarded("sessionStorage"), browser: guarded("localStorage") };
})();
