// Links in code: to each of its lines, and from each name that the book defines to the line that does. The pointer finds
// them in place; for the keyboard, which would have to pass hundreds, they are stops only while a button says so.
"use strict";
{
  const names = window.bookNames ?? {};
  const unlinked = ".co, .st, .ch, .im, .sign, a";
  const ofLine = /^#(.+?)-L(\d+)(?:-L(\d+))?$/;
  const named = () => ofLine.exec(decodeURIComponent(location.hash));

  /**
   * Lines as their numbers count them: without those that a step removes.
   * @param {HTMLElement} pre
   */
  const linesOf = pre => all("code > :is(span, ins):not(.elided)", pre);

  /** @param {HTMLElement} pre */
  const chunkOf = pre => {
    const holder = pre.parentElement?.matches(".checks") ? pre.parentElement.parentElement : pre.parentElement;
    return holder?.matches(".chunk[id]") ? holder : null;
  };

  /**
   * Members are others' names, and so is what stands in another namespace.
   * @param {string} before
   */
  const isForeign = before => {
    const scope = /(\w+)\s*::\s*$/.exec(before);
    return /(\.|->)\s*$/.test(before) || (scope && !Object.hasOwn(names, scope[1]));
  };

  /**
   * @param {HTMLElement} line
   * @param {string | null} own
   */
  const linkNames = (line, own) => {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    let before = "";
    for (const text of texts) {
      const isFree = !text.parentElement?.closest(unlinked);
      const pieces = text.data.split(/([A-Za-z_]\w*)/).map((word, place) => {
        const linked = place % 2 && isFree && Object.hasOwn(names, word) && !isForeign(before);
        before += word;
        if (!linked) return word;
        const href = names[word] === own ? `names.html#name-${word}` : names[word];
        return make("a", { class: "name", href, tabindex: -1 }, word);
      });
      if (pieces.some(piece => typeof piece !== "string")) text.replaceWith(...pieces);
    }
  };

  /** @param {HTMLElement} pre */
  const prepare = pre => {
    if (pre.dataset.linked) return;
    pre.dataset.linked = "yes";
    const chunk = chunkOf(pre);
    linesOf(pre).forEach((line, place) => {
      const number = place + 1, href = chunk && `#${chunk.id}-L${number}`;
      linkNames(line, href);
      if (!href) return;
      line.prepend(make("a", { class: "line-link", href, "data-line": number, tabindex: -1, "aria-label": `Line ${number}` }));
    });
    // Now that its texts stay as they are.
    if (pre.matches(".step")) load("changes.js").then(() => changes.mark(pre));
  };

  /**
   * Of the links of a name, the keyboard stops at the first.
   * @param {HTMLElement} pre
   * @param {boolean} wanted
   */
  const setStops = (pre, wanted) => {
    const seen = new Set();
    for (const link of all(".line-link, .name", pre)) {
      const address = link.getAttribute("href");
      link.tabIndex = wanted && !seen.has(address) ? 0 : -1;
      seen.add(address);
    }
  };

  /**
   * @param {HTMLElement} chunk
   * @param {HTMLElement} pre
   */
  const addButton = (chunk, pre) => {
    const label = `Lines and names of ${chunkName(chunk)} as links`;
    const button = make("button", { type: "button", class: "show-links", "aria-pressed": "false", "aria-label": label }, "Lines");
    button.addEventListener("click", () => {
      const wanted = chunk.classList.toggle("linked");
      prepare(pre);
      setStops(pre, wanted);
      button.setAttribute("aria-pressed", String(wanted));
    });
    first(".chunk-head", chunk)?.append(button);
  };

  // Marks the lines that the address names.
  const follow = () => {
    all(".marked").forEach(line => line.classList.remove("marked"));
    const found = named(), chunk = found && document.getElementById(found[1]), pre = chunk && first("pre", chunk);
    if (!found || !chunk || !pre) return;
    prepare(pre);
    const [from, to] = [Number(found[2]), Number(found[3] ?? found[2])].sort((a, b) => a - b);
    const lines = linesOf(pre).slice(from - 1, to);
    if (!lines.length) return;
    lines.forEach(line => line.classList.add("marked"));
    lines[0].scrollIntoView({ block: "center", inline: "nearest" });
    if (!chunk.contains(document.activeElement)) pre.focus({ preventScroll: true });
  };

  // With the shift key a second line ends what the first begins.
  document.addEventListener("click", event => {
    const link = event.shiftKey && event.target instanceof Element && event.target.closest(".line-link");
    const from = link && named(), to = link && ofLine.exec(link.getAttribute("href") ?? "");
    if (!from || !to || from[1] !== to[1]) return;
    event.preventDefault();
    location.hash = `${from[1]}-L${from[2]}-L${to[2]}`;
  });

  const watcher = new IntersectionObserver(entries => {
    for (const { target } of entries.filter(entry => entry.isIntersecting)) {
      watcher.unobserve(target);
      prepare(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: "400px" });
  for (const pre of all("pre.code")) {
    watcher.observe(pre);
    const chunk = chunkOf(pre);
    if (chunk) addButton(chunk, pre);
  }
  window.addEventListener("hashchange", follow);
  follow();
}
