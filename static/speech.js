// Reads the TV aloud with the voices of the browser, in the words that stand there (`data-say`): those of a scene when
// it has told them, those of a state when it is shown. One is said after another; what is new drops what has not begun,
// but for results. It is off unless somebody at this TV has turned it on; a page that is loaded again begins anew with
// the first click or key, and says nothing that stood there before.
"use strict";
(() => {
  const { all, live, is, spoken } = companion.page;
  const KEY = "speech"; // in the browser's storage: whether it was on here

  /** @typedef {{ words: string, language: string, isResult: boolean, key?: string }} Sentence `key`: of its scene */

  let state = "off"; // or "on", or "blocked" until the page is touched
  /** @type {Sentence[]} */
  let waiting = [];
  /** @type {SpeechSynthesisUtterance | null} */
  let saying = null;
  /** @type {string[]} */
  let standing = []; // words that are there and need not be said again
  /** @type {Set<string | undefined>} */
  const told = new Set(); // scenes, by their keys

  /** @param {string} next */
  const turn = (next) => (state = next);
  /** @param {Sentence[]} sentences */
  const wait = (sentences) => (waiting = sentences);
  /** @param {SpeechSynthesisUtterance | null} utterance */
  const voice = (utterance) => (saying = utterance);
  /** @param {Sentence[]} sentences */
  const stand = (sentences) => (standing = sentences.map(({ words }) => words));

  // On and off

  function turnOn() {
    turn("on");
    if (!switches.isSecond()) store.browser.write(KEY, true);
    const { textContent } = show();
    say([{ words: textContent || "", language: document.documentElement.lang, isResult: false }]);
  }

  function turnOff() {
    turn("off");
    if (!switches.isSecond()) store.browser.write(KEY, null);
    wait([]);
    speechSynthesis.cancel();
    show();
  }

  const flip = () => (state === "on" ? turnOff() : turnOn());

  function begin() {
    if (state === "blocked") turnOn();
  }

  const isMute = () => !voiceFor(document.documentElement.lang);

  const show = () => switches.show("speech", state === "on" && isMute() ? "mute" : state);

  // Voices

  /** @param {string} tag of a language: `en`, `en-GB` or `en_GB` */
  const codeOf = (tag) => tag.toLowerCase().split(/[-_]/)[0];

  /**
   * Only voices of this computer: others would be sent what is said.
   * @param {string} language
   */
  function voiceFor(language) {
    const voices = speechSynthesis.getVoices().filter((each) => each.localService);
    return voices.find((each) => codeOf(each.lang) === codeOf(language));
  }

  /** @param {Sentence[]} sentences */
  function say(sentences) {
    if (state !== "on" || isMute()) return;
    wait([...waiting, ...sentences]);
    sayNext();
  }

  // Some browsers never tell that they have ended.
  const isSaying = () => saying !== null && (speechSynthesis.speaking || speechSynthesis.pending);

  function sayNext() {
    if (isSaying() || !waiting.length) return;
    const [{ words, language }, ...others] = waiting;
    const utterance = new SpeechSynthesisUtterance(words);
    const found = voiceFor(language) || voiceFor(document.documentElement.lang);
    Object.assign(utterance, { lang: language, voice: found || null });
    utterance.onend = () => ended(utterance);
    utterance.onerror = ({ error }) => (error === "not-allowed" ? refused() : ended(utterance));
    wait(others);
    voice(utterance);
    speechSynthesis.speak(utterance);
  }

  /** @param {SpeechSynthesisUtterance} utterance */
  function ended(utterance) {
    if (utterance !== saying) return;
    voice(null);
    sayNext();
  }

  // Not every key counts as a touch for the browser.
  function refused() {
    turn("blocked");
    wait([]);
    show();
  }

  function drop() {
    wait(waiting.filter(({ isResult }) => isResult));
  }

  // Words

  /**
   * Headings come first. A drawing has its words in its label.
   * @param {ParentNode} within
   * @param {string} [key]
   * @returns {Sentence[]}
   */
  function sentencesOf(within, key) {
    const found = [...all("h1[data-say]", within), ...all("[data-say]:not(h1)", within)];
    return found
      .map((each) => ({
        words: (each.getAttribute("aria-label") || spoken(each)).replace(/[\u2066-\u2069]/g, ""),
        language: languageOf(each),
        isResult: each.dataset.say === "result",
        key,
      }))
      .filter(({ words }) => words);
  }

  /** @param {Element} element */
  function languageOf(element) {
    const tagged = /** @type {HTMLElement | null} */ (element.closest("[lang]"));
    return tagged ? tagged.lang : document.documentElement.lang;
  }

  /** @param {HTMLElement} section */
  function tell(section) {
    const { key } = section.dataset;
    if (told.has(key)) return [];
    told.add(key);
    return sentencesOf(section, key);
  }

  /** @param {CustomEvent<HTMLElement>} event */
  function announced({ detail }) {
    const sentences = tell(detail);
    standing.push(...sentences.map(({ words }) => words));
    say(sentences);
  }

  /** @param {CustomEvent<HTMLElement>} event */
  function passed({ detail }) {
    say(tell(detail).filter(({ isResult }) => isResult));
  }

  /** @param {CustomEvent<string>} event */
  function undone({ detail }) {
    told.delete(detail);
    wait(waiting.filter(({ key }) => key !== detail));
  }

  // The live part, which no scene covers any more.
  function look() {
    if (is("playing")) return;
    const sentences = sentencesOf(live());
    const fresh = sentences.filter(({ words }) => !standing.includes(words));
    stand(sentences);
    if (!fresh.length || document.hidden) return;
    drop();
    say(fresh);
  }

  function start() {
    if (!("speechSynthesis" in window)) return;
    if (store.browser.read(KEY) && !switches.isSecond()) turn("blocked");
    stand(sentencesOf(live()));
    show();
    speechSynthesis.onvoiceschanged = show;
    switches.connect("speech", "v", { flip, begin });
    document.body.addEventListener(
      "htmx:afterSwap",
      (event) => event.detail.target.id === "live" && setTimeout(look),
    );
    document.addEventListener("tv:scene", drop);
    document.addEventListener("tv:announced", announced);
    document.addEventListener("tv:passed", passed);
    document.addEventListener("tv:undone", undone);
    document.addEventListener("tv:rest", look);
    window.addEventListener("pagehide", () => speechSynthesis.cancel());
  }

  document.addEventListener("DOMContentLoaded", start);
})();
