// Finds sections, definitions and things with numbers for the search, which loads this when somebody searches.
"use strict";

const finder = (() => {
  /** @typedef {{ words: string[], exact: string[], pattern: RegExp }} Query  `exact`: what must stand in the text as it is */
  /** @typedef {{ href: string, title: string, where: string, text: string }} Found */

  // What others call it, and what this book says.
  /** @type {[RegExp, string][]} */
  const synonyms = [
    [/\b(prefix|cumulative|running|partial) sums?\b|\bcumsum\b/, "scan"],
    [/\b(fold|parallel sums?)\b/, "reduction"],
    [/\b(stream )?(filter|filtering|pack)\b/, "compaction"],
    [/\b(binning|counting sort)\b/, "histogram sort"],
    [/\b(work-?group|thread ?group)s?\b/, "block"],
    [/\b(work-?items?)\b/, "thread"],
    [/\bnd-?range\b/, "grid"],
    [/\b(simd|sub-?group|wave(32|64)?)s?\b/, "warp"],
    [/\b(smem|lds|scratchpad|local data share)\b/, "shared memory"],
    [/\b(mutex|critical section|spin-?lock)\b/, "lock"],
    [/\b(cas|compare[ -](and|exchange)[ -]?(swap)?)\b/, "atomicCAS"],
    [/\b(throughput)\b/, "bandwidth"],
    [/\bunified memory\b/, "managed memory"],
    [/\bpage-?locked( memory)?\b/, "pinned"],
    [/\b(thread ?)?block clusters?\b/, "cluster"],
    [/\b(hang|livelock)\b/, "deadlock"],
    [/\b(memory (model|ordering)|memory order)\b/, "order acquire release"],
    [/\b(tma|bulk async)\b/, "bulk copy"],
    [/\b(tensor cores?)\b/, "wgmma mma"],
    [/\b(async(hronous)? (copy|launch)|concurrency)\b/, "stream"],
    [/\b(kernel launch|launch (syntax|configuration)|execution configuration)\b/, "launch grid block"],
    [/\b(uncoalesced)\b/, "coalescing"],
    [/\b(data race|racecheck)\b/, "race"],
    [/\b(quick|merge|heap|bubble) ?sort\b/, "sort"],
    [/\b(sum|add)(s|ming|ing)?( up)?( of)?( an| the| all)* (array|elements|numbers|vector)s?\b/, "reduction"],
  ];
  // Words of questions, which nobody seeks.
  const unasked = new Set("a an the of in on to for with and or is are was do does can could should i you we my it its this that how what why when where which who there".split(" "));
  const kinds = { fig: "figure", figure: "figure", table: "table", exercise: "exercise", question: "quiz" };
  const labels = { figure: "Figure", table: "Table", exercise: "Exercise", quiz: "Question" };
  const around = 90;

  /** @type {string[]} */
  let texts = [];
  /** @type {Promise<lunr.Index> | undefined} */
  let index;
  // Names of functions are words, underscores and all.
  const ready = () => index ??= Promise.all(["lunr.min", "sections", "things", "definitions"].map(name => load(`search/${name}.js`))).then(() => {
    lunr.tokenizer.separator = /[^\p{L}\p{N}_]+/u;
    texts = window.bookSections.map(([, heading, , text]) => `${heading} ${text}`.toLowerCase());
    return lunr(builder => {
      builder.ref("place");
      builder.field("heading", { boost: 8 });
      builder.field("chapter", { boost: 2 });
      builder.field("text");
      window.bookSections.forEach(([, heading, chapter, text], place) => builder.add({ place, heading: withParts(heading), chapter, text: withParts(text) }));
    });
  });

  /** @param {string} text  the parts of names become words, too: shfl of __shfl_down_sync, malloc of cudaMalloc */
  const withParts = text => text.replace(/[\p{L}\p{N}_]*(?:_|\p{Ll}\p{Lu})[\p{L}\p{N}_]*/gu,
    name => `${name} ${name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("_", " ")}`);

  /** @param {string} text */
  const wordsOf = text => text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);

  /** @param {string} text */
  const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  /** @param {string} word  what words like it begin with */
  const stemOf = word => word.replace(/(.{3,}?)(e|es|s|y|ies|ing|ed)$/, "$1");

  /**
   * Text between quotation marks stands as it is, and so do signs and names with signs: `<<<`, `std::atomic`, `cp.async`.
   * @param {string} asked
   * @returns {Query}
   */
  const parse = asked => {
    /** @type {string[]} */
    const exact = [];
    const rest = asked.toLowerCase().replace(/["\u201c\u201d]([^"\u201c\u201d]*)["\u201c\u201d]?/g, (_, phrase) => {
      if (phrase.trim()) exact.push(phrase.trim().replace(/\s+/g, " "));
      return " ";
    });
    const words = rest.split(/\s+/).flatMap(piece => {
      const isSigns = !/[\p{L}\p{N}_]/u.test(piece) && /[^\s"'.,;?!]/.test(piece);
      const isName = /[\p{L}\p{N}_](::|->|\.)[\p{L}_]/u.test(piece) || /<<<|>>>/.test(piece);
      if (isSigns || isName) exact.push(piece);
      return isSigns || isName ? [] : wordsOf(piece);
    });
    const sought = [...exact.map(escaped), ...words.filter(word => word.length > 1 || words.length === 1)
      .map(word => `(?<![\\p{L}\\p{N}_])(?:[\\p{L}\\p{N}_]*_|cu(?:da)?|nccl|atomic)?${escaped(stemOf(word))}[\\p{L}\\p{N}_]*`)];
    return { words, exact, pattern: new RegExp(sought.join("|") || "(?!)", "giu") };
  };

  /**
   * What is asked for, as this book would ask for it; `ours`: the words that it has for it.
   * @param {string} asked
   * @returns {Query & { ours?: string }}
   */
  const understood = asked => {
    const plain = asked.toLowerCase(), [theirs, ours] = synonyms.find(([pattern]) => pattern.test(plain)) ?? [], query = parse(theirs ? plain.replace(theirs, ours ?? "") : asked);
    const words = query.words.filter(word => !unasked.has(word));
    // A question is about what is left of it.
    if (words.length) Object.assign(query, { words, pattern: parse([...query.exact.map(each => `"${each}"`), ...words].join(" ")).pattern });
    if (theirs) query.pattern = new RegExp(`${query.pattern.source}|${theirs.source}`, "giu");
    return { ...query, ours };
  };

  /**
   * The word and what begins with it; where the book has nothing of the kind, what is spelled nearly so, or what holds it.
   * @param {lunr.Index} built
   * @param {string[]} words
   */
  const score = (built, words) => {
    const found = scoreStrictly(built, words), { LEADING, TRAILING } = lunr.Query.wildcard;
    return found.length ? found : built.query(query => {
      for (const word of words) query.term(word, { boost: 1, usePipeline: false, wildcard: LEADING | TRAILING });
    });
  };

  /**
   * @param {lunr.Index} built
   * @param {string[]} words
   */
  const scoreStrictly = (built, words) => built.query(query => {
    for (const word of words) {
      query.term(word, { boost: 20 });
      if (word.length > 1) query.term(word, { boost: 5, usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING });
      if (word.length > 4 && !isKnown(word)) query.term(word, { boost: 0.5, editDistance: word.length > 7 ? 2 : 1 });
    }
  });

  /** @param {string} word */
  const isKnown = word => texts.some(text => text.includes(stemOf(word)));

  /** @param {string} word  what stands where a word begins */
  const startOf = word => new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(stemOf(word))}`, "u");

  /** How much each section counts for what it is: chapters explain; appendices, and what stands at a chapter's end, look back. */
  const weights = () => {
    let program = "";
    return window.bookSections.map(([, heading, chapter]) => {
      if (heading.endsWith(" The program")) program = `${heading.split(" ")[0]}`;
      const isAside = /^(Questions|Exercises|Summary|Further reading)$/.test(heading) || (program && heading.startsWith(program));
      return (/^Chapter/.test(chapter) ? 1 : 0.5) * (isAside ? 0.4 : 1);
    });
  };

  /**
   * Places of sections, the best first.
   * @param {lunr.Index} built
   * @param {Query} query
   * @param {boolean} isName  of a function or the like: it is explained where it comes first
   */
  const sections = (built, { words, exact }, isName) => {
    /** @type {{ place: number, score: number, found?: lunr.Result }[]} */
    const scores = words.length ? score(built, words).map(each => ({ place: Number(each.ref), score: each.score, found: each }))
      : texts.map((_, place) => ({ place, score: 1 }));
    const phrase = words.join(" "), weight = weights(), known = words.filter(isKnown), starts = known.map(startOf);
    const begins = isName && starts.length ? texts.findIndex(text => starts[0].test(text)) : -1;
    return scores.filter(({ place }) => exact.every(each => texts[place].includes(each))).map(({ place, score, found }) => {
      const text = texts[place], [href, title] = window.bookSections[place], heading = title.toLowerCase();
      // What was found in the place of words that are misspelled.
      const alike = known.length === words.length ? [] : Object.keys(found?.matchData.metadata ?? {}).filter(stem => !known.some(word => stem.startsWith(stemOf(word))));
      const has = (starts.filter(each => each.test(text)).length + Math.min(alike.length, words.length - known.length)) / Math.max(1, words.length);
      let value = score * weight[place] * (0.02 + has * has);
      if (starts.some(each => each.test(heading)) && href.endsWith("#text")) value *= 1.5;
      if (alike.some(stem => startOf(stem).test(heading))) value *= 4;
      if (place === begins) value *= 8;
      if (words.length > 1 && text.includes(phrase)) value *= heading.includes(phrase) ? 6 : 2;
      // Of signs alone the first places are best: there they are explained.
      for (const each of exact) value *= heading.includes(each) ? 6 : words.length || /\w/.test(each) ? Math.min(3, text.split(each).length - 1) : 1;
      return { place, value, found };
    }).sort((a, b) => b.value - a.value || a.place - b.place);
  };

  /**
   * Figures and the like by their numbers, and so sections and chapters; undefined where no number is asked for.
   * @param {string} asked
   * @returns {Found[] | undefined}
   */
  const numbered = asked => {
    const match = /^\s*(fig|figure|table|exercise|question|section|chapter|appendix)?\.?\s*([a-z]|\d+|(?:[a-z]|\d+)(?:\.\d+)+)\s*$/i.exec(asked);
    if (!match || (!match[1] && !match[2].includes("."))) return undefined;
    const kind = kinds[/** @type {keyof kinds} */ (match[1]?.toLowerCase())], number = match[2].toUpperCase();
    const things = (window.bookThings ?? []).filter(each => each[2] === number && (kind ? each[1] === kind : !match[1]))
      .map(([href, type, , where, caption]) => ({ href, title: `${labels[type]} ${number}`, where, text: caption }));
    const parts = kind ? [] : window.bookSections.filter(([href, heading, chapter]) => heading.startsWith(`${number} `)
      || (href.endsWith("#text") && new RegExp(`^(Chapter|Appendix) ${number}:`).test(chapter)));
    return [...parts.map(([href, title, where, text]) => ({ href, title, where, text })), ...things];
  };

  /**
   * Has a name, as `block_scan` or `BlockScan`, a part that begins so?
   * @param {string} whole
   * @param {string} begin  in small letters
   */
  const hasPart = (whole, begin) => {
    const small = whole.toLowerCase();
    for (let at = small.indexOf(begin); at >= 0; at = small.indexOf(begin, at + 1)) {
      if (whole[at - 1] === "_" || whole[at] !== small[at]) return true;
    }
    return false;
  };

  /**
   * What defines a name: names that are the word, begin with it, have a part that begins with it.
   * @param {string} asked
   * @returns {Found[]}
   */
  const defined = asked => {
    const name = asked.trim().toLowerCase().replace(/\(\)$/, "");
    if (!/^\w{2,}$/.test(name)) return [];
    const close = (window.bookDefinitions ?? []).map(each => {
      const own = each[0].toLowerCase();
      return { each, rank: own === name ? 0 : own.startsWith(name) ? 1 : name.length > 3 && hasPart(each[0], name) ? 2 : 3 };
    }).filter(({ rank }) => rank < 3).sort((a, b) => a.rank - b.rank || a.each[0].length - b.each[0].length);
    return close.slice(0, 3).map(({ each: [title, kind, href, where, text] }) => ({ href, title, where: `${kind}, defined in ${where}`, text }));
  };

  /**
   * A piece of the text around the first place that has one of the words, which are marked: whole words.
   * @param {string} text
   * @param {RegExp} pattern
   */
  const snippet = (text, pattern) => {
    const at = Math.max(0, text.search(pattern)), begin = at > around ? text.lastIndexOf(" ", at - around) + 1 : 0;
    const cut = begin + 3 * around, end = cut < text.length ? Math.max(text.lastIndexOf(" ", cut), at) : text.length;
    const piece = text.slice(begin, end), shown = make("p", { class: "search-snippet" }, begin ? "\u2026 " : "");
    let last = 0;
    for (const { 0: word, index = 0 } of piece.matchAll(pattern)) {
      shown.append(piece.slice(last, index), make("mark", {}, word));
      last = index + word.length;
    }
    shown.append(piece.slice(last), end < text.length ? " \u2026" : "");
    return shown;
  };

  /**
   * @param {Found} found
   * @param {RegExp} pattern
   */
  const item = ({ href, title, where, text }, pattern) =>
    make("li", {}, make("a", { href }, title), make("span", { class: "search-chapter" }, where), snippet(text, pattern));

  /**
   * What words nearly so that were found add to what is marked.
   * @param {Query} query
   * @param {lunr.Result | undefined} found
   */
  const patternFor = ({ pattern }, found) => {
    const stems = Object.keys(found?.matchData.metadata ?? {}).map(stem => escaped(stem.replace(/(.{3,})[iey]$/, "$1")));
    return stems.length ? new RegExp(`${pattern.source}|[\\p{L}\\p{N}_]*(?:${stems.join("|")})[\\p{L}\\p{N}_]*`, "giu") : pattern;
  };

  return {
    ready, parse,

    /**
     * What the book has of what is asked for, as items of a list, and in words; at most so many sections.
     * @param {lunr.Index} built
     * @param {string} asked
     * @param {number} most
     */
    find(built, asked, most) {
      const query = understood(asked), { ours } = query, byNumber = numbered(asked);
      if (!query.words.length && !query.exact.length) return { items: [], status: "" };
      if (byNumber) {
        return { items: byNumber.map(each => item(each, query.pattern)), status: byNumber.length ? "" : `The book has no ${asked.trim()}.` };
      }
      const results = sections(built, query, /^\w*(\p{Ll}\p{Lu}|_)\w*(\(\))?$/u.test(asked.trim())), unknown = query.words.find(word => !isKnown(word)), names = defined(asked);
      const items = results.slice(0, most).map(({ place, found }) => {
        const [href, title, where, text] = window.bookSections[place];
        return item({ href, title, where, text }, unknown ? patternFor(query, found) : query.pattern);
      });
      // A plain word is rather what a chapter is about.
      const plain = asked.trim().replace(/\(\)$/, ""), isName = /[_A-Z0-9(]/.test(asked) && names.some(({ title }) => title.startsWith(plain));
      items.splice(isName ? 0 : 3, 0, ...names.map(each => item(each, query.pattern)));
      const count = results.length > most ? `The first ${most} of ${results.length} sections`
        : results.length === 1 ? "1 section" : `${results.length} sections`;
      const why = ours ? `this book says ${ours}`
        : unknown && results.length ? `nothing has \u201c${unknown}\u201d, these are spelled nearly so` : "";
      return { items, status: [count, why].filter(Boolean).join("; ") };
    },

    /**
     * Marks in a section what was sought there, and brings the first place into view.
     * @param {Element} heading
     * @param {string} asked
     */
    mark(heading, asked) {
      if (!("highlights" in CSS)) return;
      const { pattern } = understood(asked), ranges = [];
      const stop = heading.matches("main") ? first("h2", heading) : undefined;
      for (let part = stop === undefined ? heading : heading.firstElementChild; part && part !== stop; part = part.nextElementSibling) {
        if (part !== heading && stop === undefined && part.matches("h2, h3")) break;
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const node = /** @type {Text} */ (walker.currentNode);
          if (!node.parentElement?.closest("script, annotation, .anchor, .hidden, svg")) {
            for (const { 0: word, index = 0 } of node.data.matchAll(pattern)) {
              if (word) ranges.push(new StaticRange({ startContainer: node, startOffset: index, endContainer: node, endOffset: index + word.length }));
            }
          }
        }
      }
      CSS.highlights.set("sought", new Highlight(...ranges));
      const seen = ranges.map(range => range.startContainer.parentElement).find(each => each?.getClientRects().length);
      if (seen && seen.getBoundingClientRect().bottom > innerHeight) seen.scrollIntoView({ block: "center" });
    },
  };
})();
