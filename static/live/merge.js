// Puts the part that the stream sends into the page. It is the same for all phones: the player's own part is merged
// into it here. While a round is played, phones are sent only who is in.
"use strict";
companion.merge = (() => {
  const { find, all, live, own: ownPart, is } = companion.page;

  // A whole part

  /**
   * Puts it in place of the live part; returns whether it has brought the player's own part.
   * @param {HTMLElement} fresh
   * @param {Element | null} [first] the own part, which comes before it, if that changed
   */
  function replace(fresh, first) {
    const old = live();
    keep(old, fresh);
    tell("htmx:beforeSwap", old);
    const isOwnFresh = Boolean(old.dataset.seat) && compose(fresh, first, old.dataset.seat || "");
    if (is("watching")) keepBets(fresh);
    put(fresh, old);
    return isOwnFresh;
  }

  /** @param {HTMLElement} fresh @param {HTMLElement} old */
  function put(fresh, old) {
    const now = is("tv") ? old : fresh;
    if (now === old) renew(old, fresh);
    else old.replaceWith(fresh);
    for (const each of now === old ? all("[hx-get]", now) : [now]) htmx.process(each);
    tell("htmx:afterSwap", now);
    tell("htmx:afterSettle", now);
  }

  /**
   * What never changes is not sent; and what has moved before is not to move again (clock.js).
   * @param {HTMLElement} old
   * @param {HTMLElement} fresh
   */
  function keep(old, fresh) {
    for (const each of all("[data-once]", fresh)) {
      if (find(each.id)) each.style.cssText = find(each.id).style.cssText;
    }
    for (const { name, value } of old.attributes) {
      if (/^(data-stream|hx-)/.test(name) && !fresh.hasAttribute(name)) fresh.setAttribute(name, value);
    }
  }

  /**
   * Listeners for htmx swaps get the same events.
   * @param {string} name
   * @param {HTMLElement} target
   */
  function tell(name, target) {
    target.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { target } }));
  }

  /**
   * On a TV all that is as before stays where it is, and is neither drawn nor animated again.
   * @param {HTMLElement} old
   * @param {HTMLElement} fresh
   */
  function renew(old, fresh) {
    for (const { name } of Array.from(old.attributes))
      if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    const rest = Array.from(old.childNodes);
    for (const each of Array.from(fresh.childNodes)) {
      const same = rest.find((one) => isSame(one, each, one === rest[0]));
      const like = same || rest.find((one) => isLike(one, each));
      while (like && rest[0] !== like) take(rest).remove();
      if (!like) old.insertBefore(each, rest[0] || null);
      else if (take(rest) && !same)
        renew(/** @type {HTMLElement} */ (like), /** @type {HTMLElement} */ (each));
    }
    for (const each of rest) each.remove();
  }

  /** @param {ChildNode[]} rest @returns {ChildNode} the first, which is no longer among them */
  const take = (rest) => /** @type {ChildNode} */ (rest.shift());

  /**
   * A text is the same only in the same place. Templates are never, as their contents are not compared.
   * @param {ChildNode} one
   * @param {ChildNode} each
   * @param {boolean} isFirst
   */
  function isSame(one, each, isFirst) {
    return !("content" in one) && one.isEqualNode(each) && ("dataset" in each || isFirst);
  }

  /**
   * Whether one can become the other. Items of a list do not: each stands for somebody.
   * @param {ChildNode} old
   * @param {ChildNode} fresh
   */
  function isLike(old, fresh) {
    if (!(old instanceof HTMLElement && fresh instanceof HTMLElement)) return false;
    return kindOf(old) === kindOf(fresh) && !/^(LI|TEMPLATE)/.test(kindOf(old));
  }

  /** @param {HTMLElement} element */
  function kindOf({ nodeName, id, dataset, className }) {
    return [nodeName, id, dataset.key, dataset.seat, ...className.split(" ", 2)].join();
  }

  // The player's own part

  /**
   * Makes a part that all phones are sent that of this player; returns whether the own part is another one.
   * @param {HTMLElement} fresh
   * @param {Element | null | undefined} first
   * @param {string} seat
   */
  function compose(fresh, first, seat) {
    const common = /** @type {HTMLElement} */ (fresh.querySelector("#own"));
    const kept = ownPart();
    const stays = kept && kept.dataset.place === common.dataset.place;
    const own = /** @type {HTMLElement} */ (first !== fresh ? first : stays ? kept : common);
    const isFresh = own !== kept;
    common.replaceWith(own);
    fresh.dataset.seat = seat;
    describe(fresh, own);
    for (const each of all("#outcomes > *", fresh)) {
      if (isAmong(each, seat)) /** @type {Element} */ (each.parentNode).before(each);
    }
    for (const each of all("#outcomes", fresh)) each.remove();
    for (const each of all(`.row[data-seat="${seat}"]`, fresh)) markYou(each);
    for (const each of all(`.walked [data-seat="${seat}"]`, fresh)) each.classList.add("you");
    listMissing(fresh);
    choose(fresh.querySelector("#endings"), (each) => isAmong(each, seat));
    return isFresh;
  }

  /**
   * Style sheets lay out the page by what the player can do, and a button says what that is.
   * @param {HTMLElement} page
   * @param {HTMLElement} own
   */
  function describe(page, own) {
    const onward = page.querySelector(".onward .go");
    for (const each of ["phase", "place", "entry", "shape"]) {
      if ("phase" in own.dataset) page.dataset[each] = own.dataset[each];
    }
    if (onward) onward.textContent = own.dataset.next || "";
    for (const each of /** @type {HTMLButtonElement[]} */ (all("[name=choice]", page)))
      each.setAttribute("aria-pressed", String(each.value === own.dataset.wanted));
  }

  /** @param {HTMLElement} row */
  function markYou(row) {
    const tag = document.createElement("span");
    tag.className = "tag";
    tag.textContent = /** @type {HTMLElement} */ (row.parentNode).dataset.you || "";
    row.classList.add("you");
    /** @type {Element} */ (row.querySelector(".name")).after(tag);
  }

  /**
   * Who watches keeps the own bet, and is told what became of it; a page that cannot bet has none.
   * @param {HTMLElement} fresh
   */
  function keepBets(fresh) {
    const own = ownPart();
    const common = /** @type {HTMLElement | null} */ (fresh.querySelector("#own"));
    if (!own || !common) {
      for (const each of all(".told, .bets", fresh)) each.remove();
      fresh.dataset.entry = "";
      return;
    }
    const { wanted, last } = own.dataset;
    own.dataset.place = common.dataset.place;
    common.replaceWith(own);
    choose(fresh.querySelector("#bets"), ({ dataset }) => [wanted, last].includes(dataset.bet));
    sayBets(own, fresh);
  }

  /**
   * What it has bet stands beside where a name is typed, and then in what is told to all who are not told apart.
   * @param {HTMLElement} own
   * @param {HTMLElement} fresh
   */
  function sayBets(own, fresh) {
    const others = /** @type {HTMLElement | null} */ (fresh.querySelector(".told .others"));
    for (const each of all("[data-said]", own)) {
      const round = roundOf(each.dataset.said);
      each.hidden = round !== fresh.dataset.place;
      if (others && round === roundOf(others.dataset.told)) {
        /** @type {Element} */ (others.querySelector("p")).prepend(`${each.textContent} `);
      }
    }
  }

  /** @param {string | undefined} bet */
  const roundOf = (bet = "") => bet.replace(/\.\d+$/, "");

  /**
   * Each player has an end of the game, and each bet; the last one is for all others.
   * @param {Element | null} box
   * @param {(each: HTMLElement) => boolean} isOwn
   */
  function choose(box, isOwn) {
    if (!box) return;
    const each = /** @type {HTMLElement[]} */ (Array.from(box.children));
    box.before(each.find(isOwn) || each[each.length - 1]);
    box.remove();
  }

  /**
   * Seats are numbers in the order of joining; ranges are written as "1-4 7".
   * @param {HTMLElement} element
   * @param {string} seat
   */
  function isAmong({ dataset }, seat) {
    return (dataset.seats || "").split(" ").some((seats) => {
      const [first, last = first] = seats.split("-").map(Number);
      return first <= Number(seat) && Number(seat) <= last;
    });
  }

  /**
   * What this player has submitted comes at once.
   * @param {string} html
   */
  function replaceOwn(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    tell("htmx:beforeSwap", find("own"));
    put(/** @type {HTMLElement} */ (box.content.firstElementChild), find("own"));
    if (find("own").dataset.phase === "sent") markIn([live().dataset.seat || ""]);
  }

  // Who is in

  /**
   * Players have submitted, and nothing else has happened.
   * @param {string} submitted how many
   * @param {string[]} seats
   */
  function progress(submitted, seats) {
    for (const each of all("[data-counting]", live())) {
      each.textContent = (each.dataset.counting || "").replace("{}", submitted);
    }
    markIn(seats);
  }

  /** @param {string[]} seats */
  function markIn(seats) {
    for (const each of seats) {
      const state = live().querySelector(`.row[data-seat="${each}"] .thinking`);
      if (!state) continue;
      state.className = "state in";
      state.textContent = /** @type {HTMLElement} */ (state.closest(".board")).dataset.in || "";
    }
    listMissing(live());
  }

  /**
   * The first of those who are thinking, as the scoreboard has them.
   * @param {HTMLElement} page
   */
  function listMissing(page) {
    const box = page.querySelector("#missing");
    if (!box) return;
    const rows = all(".row .thinking", page).map((each) => /** @type {Element} */ (each.parentNode));
    const [heading, list] = /** @type {HTMLElement[]} */ (Array.from(box.children));
    const text = heading.dataset[rows.length === 1 ? "one" : "more"] || "";
    heading.textContent = text.replace("{}", String(rows.length));
    list.textContent = "";
    for (const row of rows.slice(0, Number(list.dataset.most))) list.append(missing(row));
    if (!rows.length) box.remove();
  }

  /** @param {Element} row */
  function missing(row) {
    const item = document.createElement("li");
    const [guest, name] = [".guest", ".name"].map((each) => {
      return /** @type {Element} */ (/** @type {Element} */ (row.querySelector(each)).cloneNode(true));
    });
    name.className = "cut";
    item.append(guest, name);
    return item;
  }

  return { replace, replaceOwn, progress, describe };
})();
