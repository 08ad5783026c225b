// Search over the whole book. The words are loaded when somebody asks for them, as a script, for a page that comes from a
// file can load nothing else.
"use strict";
{
  const most = 30;
  const around = 90;

  /** @type {Promise<lunr.Index> | undefined} */
  let index;
  // Names of functions are words, underscores and all.
  const ready = () => index ??= load("search/lunr.min.js").then(() => load("search/sections.js")).then(() => {
    lunr.tokenizer.separator = /[^\p{L}\p{N}_]+/u;
    return lunr(builder => {
      builder.ref("place");
      builder.field("heading", { boost: 8 });
      builder.field("chapter", { boost: 2 });
      builder.field("text");
      window.bookSections.forEach(([, heading, chapter, text], place) => builder.add({ place, heading, chapter, text }));
    });
  });

  /**
   * The word, what begins with it, what holds it, what is spelled nearly so: each counts for less.
   * @param {lunr.Index} built
   * @param {string[]} words
   */
  const find = (built, words) => built.query(query => {
    const { LEADING, TRAILING } = lunr.Query.wildcard;
    for (const word of words) {
      query.term(word, { boost: 20 });
      if (word.length > 1) query.term(word, { boost: 5, usePipeline: false, wildcard: TRAILING });
      if (word.length > 2) query.term(word, { boost: 2, usePipeline: false, wildcard: LEADING | TRAILING });
      if (word.length > 4) query.term(word, { boost: 0.5, editDistance: word.length > 7 ? 2 : 1 });
    }
  });

  /**
   * What the text has that was found: the words themselves, and their like by the stems that matched.
   * @param {string[]} words
   * @param {lunr.Result} result
   */
  const patternFor = (words, result) => {
    const stems = [...Object.keys(result.matchData.metadata), ...words]
      .map(word => word.replace(/[^\p{L}\p{N}_]/gu, "").replace(/(.{3,})[iey]$/, "$1"))
      .sort((a, b) => b.length - a.length);
    return new RegExp(`[\\p{L}\\p{N}_]*(?:${stems.join("|")})[\\p{L}\\p{N}_]*`, "giu");
  };

  /**
   * A piece of the text around the first place that has one of the words, which are marked.
   * @param {string} text
   * @param {RegExp} pattern
   */
  const snippet = (text, pattern) => {
    const start = Math.max(0, text.search(pattern) - around), begin = start && text.indexOf(" ", start) + 1;
    const piece = text.slice(begin, begin + 3 * around), shown = make("p", { class: "search-snippet" }, begin ? "\u2026 " : "");
    let last = 0;
    for (const { 0: word, index = 0 } of piece.matchAll(pattern)) {
      shown.append(piece.slice(last, index), make("mark", {}, word));
      last = index + word.length;
    }
    shown.append(piece.slice(last), begin + piece.length < text.length ? " \u2026" : "");
    return shown;
  };

  /**
   * @param {lunr.Result} result
   * @param {string[]} words
   */
  const item = (result, words) => {
    const [href, heading, chapter, text] = window.bookSections[Number(result.ref)];
    return make("li", {}, make("a", { href }, heading), make("span", { class: "search-chapter" }, chapter),
      snippet(text, patternFor(words, result)));
  };

  const input = make("input", {
    type: "search", id: "search-words", autocomplete: "off", spellcheck: "false", placeholder: "Words or names",
  });
  const close = make("button", { type: "button" }, "Close");
  const status = make("p", { class: "search-status", role: "status" });
  const list = make("ol", { class: "search-results" });
  const dialog = make("dialog", { class: "search", "aria-label": "Search the book" },
    make("form", { class: "search-line", method: "dialog" }, make("label", { class: "hidden", for: input.id }, "Search the book"), input, close),
    status, list);

  /** @param {lunr.Index} built */
  const show = built => {
    const words = input.value.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
    const results = words.length ? find(built, words) : [];
    list.replaceChildren(...results.slice(0, most).map(result => item(result, words)));
    list.scrollTop = 0;
    status.textContent = !words.length ? ""
      : results.length > most ? `The first ${most} of ${results.length} sections`
      : results.length === 1 ? "1 section" : `${results.length} sections`;
  };

  input.addEventListener("input", () => {
    ready().then(show, () => { status.textContent = "The words of the book cannot be loaded."; });
  });
  // Arrows go up and down between the field and the results.
  dialog.addEventListener("keydown", event => {
    const stops = [input, ...all("a", list)], here = stops.findIndex(each => each === document.activeElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && here >= 0 && stops[here + step]) stops[here + step].focus();
    else if (event.key === "Enter" && here === 0 && stops[1]) stops[1].click();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target === close || (target instanceof Element && target.closest("a"))) dialog.close();
  });

  const open = () => {
    if (dialog.open) return;
    document.body.append(dialog);
    dialog.showModal();
    input.select();
    ready();
  };

  // A key is the search's only where nothing else could want it.
  const isFree = () => {
    const active = document.activeElement;
    return (!active || active === document.body || active.id === "text") && getSelection()?.isCollapsed;
  };

  document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || !isFree()) return;
    event.preventDefault();
    open();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const button = make("button", { type: "button", class: "open-search", title: "Search the book ( / )" });
    button.innerHTML = '<svg aria-hidden="true" viewBox="0 0 16 16"><circle cx="6.5" cy="6.5" r="4.5"/>'
      + '<path d="M10 10l4.5 4.5"/></svg><span class="word"> Search</span>';
    button.addEventListener("click", open);
    first(".tools")?.prepend(button);
  });
}
