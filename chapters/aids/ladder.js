// The aid "ladder": goes up the rungs of a list, and shows for each its bar, what changed in its code, and its picture.
"use strict";
{
  /** @typedef {{ item: HTMLElement, name: string, chunk: HTMLElement, figure: HTMLElement | null, code?: HTMLElement }} Rung */

  /** @param {HTMLElement} item  where its links lead */
  const targets = item => all('a[href^="#"]', item).map(link => document.getElementById(decodeURIComponent(link.getAttribute("href")?.slice(1) ?? "")));

  /**
   * @param {Element} list
   * @returns {Rung[]}
   */
  const rungsOf = list => /** @type {HTMLElement[]} */ ([...list.children]).flatMap(item => {
    const [chunk, figure = null] = targets(item), name = first("a", item)?.textContent ?? "";
    return chunk?.matches(".chunk") ? [{ item, name, chunk, figure }] : [];
  });

  /** @param {HTMLElement} item  of the value that is shown, on the machine that is shown */
  const valueOf = item => all(".value", item).find(each => !each.closest("[hidden]"));

  /** @param {HTMLElement} item */
  const numberOf = item => Number(valueOf(item)?.dataset.value ?? NaN);

  const slivers = 5;

  /**
   * What the longest bar stands for: the largest number; or, where the others' bars would be slivers beside it, a little more
   * than theirs, and its own is drawn broken.
   * @param {number[]} numbers
   */
  const longest = numbers => {
    const [most = 0, next = 0] = [...numbers].sort((a, b) => b - a);
    return next > 0 && numbers.length > 2 && most > slivers * next ? 1.25 * next : most;
  };

  /**
   * @param {Element} copy  a region, which must not be called as another one is
   * @param {string} ladder  what the ladder is called that it stands on
   */
  const rename = (copy, ladder) => copy.setAttribute("aria-label", `${copy.getAttribute("aria-label")}, on the ladder ‘${ladder}’`);

  /**
   * A copy for another place of the page: what has an id has another there.
   * @param {HTMLElement} original
   * @param {string} prefix
   * @param {string} ladder
   */
  const copyOf = (original, prefix, ladder) => {
    const copy = /** @type {HTMLElement} */ (original.cloneNode(true)), ids = new Set();
    for (const each of [copy, ...all("[id]", copy)]) {
      if (!each.id) continue;
      ids.add(each.id);
      each.id = `${prefix}-${each.id}`;
    }
    for (const each of all("*", copy)) {
      for (const attribute of each.attributes) {
        attribute.value = attribute.value.replace(/#([\w-]+)/g, (whole, id) => (ids.has(id) ? `#${prefix}-${id}` : whole));
      }
    }
    rename(copy, ladder);
    return copy;
  };

  /**
   * @param {Rung} rung  what changed from the rung before, or all of it
   * @param {string} ladder
   */
  const codeOf = ({ chunk }, ladder) => {
    const original = first("pre.step", chunk) ?? first("pre.code", chunk);
    if (!original) return make("p");
    const code = /** @type {HTMLElement} */ (original.cloneNode(true));
    rename(code, ladder);
    delete code.dataset.linked;
    for (const link of all(".line-link", code)) link.remove();
    if (code.matches(".step")) load("changes.js").then(() => changes.mark(code));
    return code;
  };

  /** @param {number} ratio */
  const compared = ratio => (ratio >= 1 ? `${ratio.toFixed(2)} times as fast as` : `taking ${(1 / ratio).toFixed(2)} times as long as`);

  /**
   * @param {Rung[]} rungs
   * @param {number} at
   */
  const describe = (rungs, at) => {
    const { item, name } = rungs[at], time = numberOf(item), before = at > 0 ? numberOf(rungs[at - 1].item) : NaN, start = numberOf(rungs[0].item);
    const said = [`${at + 1} of ${rungs.length}: ${name}`, valueOf(item)?.textContent ?? "not measured on this machine"];
    if (time && before) said.push(`${compared(before / time)} the rung before`);
    if (time && start && at > 1) said.push(`${compared(start / time)} the first`);
    return `${said.join(", ")}.`;
  };

  all('[data-aid="ladder"]').forEach((aid, place) => {
    const list = first("ol", aid), rungs = list ? rungsOf(list) : [], prefix = `ladder-${place}`, title = aid.getAttribute("aria-label") ?? "";
    if (!list || rungs.length < 2) return;
    list.classList.add("rungs");
    const input = make("input", { type: "range", id: `${prefix}-rung`, min: 0, max: rungs.length - 1, step: 1, value: 0 });
    const control = make("p", { class: "aid-control" }, make("label", { for: input.id }, "Rung"), input);
    const words = make("p", { class: "aid-words", "aria-live": "polite" }), shown = make("div", { class: "rung" });
    aid.append(control, words, shown);

    const show = () => {
      const at = Number(input.value), rung = rungs[at], whole = longest(rungs.map(({ item }) => numberOf(item) || 0));
      for (const { item } of rungs) {
        const share = (numberOf(item) || 0) / whole;
        item.style.setProperty("--share", `${100 * Math.min(1, share)}%`);
        item.classList.toggle("broken", share > 1);
        item.removeAttribute("aria-current");
      }
      rung.item.setAttribute("aria-current", "step");
      words.textContent = describe(rungs, at);
      input.setAttribute("aria-valuetext", rung.name); // the rest is said by the words
      rung.code ??= codeOf(rung, title);
      const pictures = rung.figure ? all(".picture", rung.figure).filter(each => !each.closest("[hidden]")).slice(0, 1) : [];
      shown.replaceChildren(rung.code, ...pictures.map(each => copyOf(each, `${prefix}-${at}`, title)));
    };

    input.addEventListener("input", show);
    rungs.forEach(({ item }, at) => item.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a, button")) return;
      input.value = String(at);
      show();
    }));
    document.addEventListener("machineschange", show);
    show();
  });
}
