// Marks in a step which words changed, where a line changed in part; a line of which only names or comments changed is
// dimmed. What is marked are ranges, so that the code stays as it is, to be copied and linked.
"use strict";

const changes = (() => {
  /** @typedef {{ text: string, node: Text, start: number, kind: "name" | "comment" | "other" }} Word */

  // A line that has less in common with another is a new one.
  const alike = 0.4;

  /** @param {Element} line */
  const wordsOf = line => {
    /** @type {Word[]} */
    const words = [];
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode), parent = node.parentElement;
      if (parent?.closest(".sign")) continue;
      const isComment = Boolean(parent?.closest(".co"));
      for (const { 0: text, index = 0 } of node.data.matchAll(/\w+|[^\s\w]/g)) {
        words.push({ text, node, start: index, kind: isComment ? "comment" : /^[A-Za-z_]/.test(text) ? "name" : "other" });
      }
    }
    return words;
  };

  /**
   * The places of words in two lists that are in a longest list that both hold.
   * @param {Word[]} one
   * @param {Word[]} other
   */
  const common = (one, other) => {
    const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
    for (let i = one.length - 1; i >= 0; --i) {
      for (let j = other.length - 1; j >= 0; --j) {
        lengths[i][j] = one[i].text === other[j].text ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }
    const kept = [new Set(), new Set()];
    for (let i = 0, j = 0; i < one.length && j < other.length;) {
      if (one[i].text === other[j].text) {
        kept[0].add(i++);
        kept[1].add(j++);
      } else if (lengths[i + 1][j] >= lengths[i][j + 1]) ++i;
      else ++j;
    }
    return kept;
  };

  /**
   * Lines that were taken out and the lines, further down but in the same change, that stand for them.
   * @param {Element[]} removed
   * @param {Element[]} added
   */
  const pairsOf = (removed, added) => {
    const pairs = [], others = added.map(wordsOf);
    let next = 0;
    for (const line of removed) {
      const words = wordsOf(line);
      let best, most = alike;
      for (let place = next; place < added.length; ++place) {
        const kept = common(words, others[place]), share = 2 * kept[0].size / (words.length + others[place].length);
        if (words.length && share > most) [best, most] = [{ place, kept }, share];
      }
      if (!best) continue;
      next = best.place + 1;
      const { place, kept } = best;
      const changed = [words.filter((_, at) => !kept[0].has(at)), others[place].filter((_, at) => !kept[1].has(at))];
      pairs.push({ lines: [line, added[place]], changed });
    }
    return pairs;
  };

  /** @param {Word[][]} changed  whether one line is the other with a name in another's place, and which: "old new" */
  const renamed = ([removed, added]) => {
    const names = new Set(removed.map((word, place) => `${word.text} ${added[place]?.text}`));
    const isNames = [...removed, ...added].every(word => word.kind === "name");
    return isNames && removed.length === added.length && names.size === 1 ? [...names][0] : "";
  };

  const highlights = ["removed", "added"].map(kind => {
    const highlight = "highlights" in CSS ? new Highlight() : undefined;
    if (highlight) CSS.highlights.set(`${kind}-words`, highlight);
    return highlight;
  });

  /** @param {Word[]} words  those side by side as one range */
  const rangesOf = words => {
    /** @type {{ node: Text, start: number, end: number }[]} */
    const ranges = [];
    for (const { node, start, text } of words) {
      const last = ranges[ranges.length - 1];
      if (last?.node === node && !node.data.slice(last.end, start).trim()) last.end = start + text.length;
      else ranges.push({ node, start, end: start + text.length });
    }
    return ranges.map(({ node, start, end }) =>
      new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end }));
  };

  /** @param {HTMLElement} pre */
  const mark = pre => {
    const lines = [...first("code", pre)?.children ?? []], pairs = [];
    for (let at = 0; at < lines.length;) {
      const runs = ["DEL", "INS"].map(tag => {
        const start = at;
        while (lines[at]?.tagName === tag) ++at;
        return lines.slice(start, at);
      });
      if (runs[0].length && runs[1].length) pairs.push(...pairsOf(runs[0], runs[1]));
      else if (!runs[0].length && !runs[1].length) ++at;
    }
    /** @type {Record<string, number>} */
    const renames = {};
    for (const { changed } of pairs) renames[renamed(changed)] = (renames[renamed(changed)] ?? 0) + 1;
    for (const { lines, changed } of pairs) {
      const name = renamed(changed), isComment = changed.flat().every(word => word.kind === "comment");
      // A name that changes in several lines is a new name of the same thing.
      const isMinor = isComment || (name && renames[name] > 1);
      lines.forEach((line, side) => {
        line.classList.toggle("minor", Boolean(isMinor));
        rangesOf(changed[side]).forEach(range => highlights[side]?.add(range));
      });
    }
  };

  return { mark };
})();
