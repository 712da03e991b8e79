// What is asked of the server, one thing at a time: what is tapped meanwhile waits for the answer.
"use strict";
/** @typedef {{ ok: boolean, url: string, page: Document }} Answer */
/** @typedef {() => string | boolean | void} Tap what a tap does; it returns the sentence that refuses it, or false */

companion.server = (() => {
  const PATIENCE = 8_000; // ms that a request may take

  let isBusy = false;
  /** @type {Tap[]} */
  let meanwhile = []; // what was tapped while a request ran

  /**
   * Asks, and returns the answer with what was tapped meanwhile.
   * @param {string} address
   * @param {URLSearchParams} [sent]
   * @returns {Promise<[Answer | null, Tap[]]>}
   */
  async function ask(address, sent) {
    isBusy = true;
    const answer = await request(address, sent);
    const taps = meanwhile;
    isBusy = false;
    meanwhile = [];
    return [answer, taps];
  }

  /**
   * Returns null where nothing of ours answers.
   * @param {string} address
   * @param {URLSearchParams} [body]
   * @returns {Promise<Answer | null>}
   */
  async function request(address, body) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    const method = body ? "POST" : "GET";
    try {
      const answer = await fetch(address, { method, body, credentials: "same-origin", signal: stop.signal });
      if (answer.status >= 500) return null;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return { ok: answer.ok, url: answer.url, page };
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {Tap} tap */
  const wait = (tap) => void meanwhile.push(tap);

  return { ask, request, wait, isBusy: () => isBusy, waits: () => meanwhile.length > 0 };
})();
