// On a wide window, notes in the margin say what a citation refers to and what a claim rests on, with its intervals drawn. They
// repeat what a link leads to, so they are not read aloud.
"use strict";

/** Of the notes in the margin. */
const margin = (() => {
  const room = 240, apart = 8, farthest = 120; // px: the least width, between notes, and from what a note belongs to
  const main = first("main"), holder = make("div", { class: "margin", "aria-hidden": "true" });
  const number = "([-−]?[\\d\u202f.]+(?:e[-−+]?\\d+)?)", interval = `${number}(?: \\(${number} to ${number}\\))?[†‡]*`;
  const comparison = new RegExp(`${interval} ([<>≤≥=]) ${interval}$`), sign = / (?:[<>]=?|==) /;
  /** @type {Map<HTMLAnchorElement, HTMLElement>} */
  let notes = new Map();
  /** @type {number | undefined} */
  let timer;

  /**
   * Values with their quartiles, as they are written, what they are values of, where that is known, and at what size and the like.
   * @typedef {{ where: string, sign: string, written: string[], names: string[], sides: [number, number, number][] }} Compared
   */

  /**
   * @param {string} text  such as "n = 2^20: 1.6 (1.5 to 1.7) > 1.2"
   * @returns {Compared[]}  one, or none where it is not that
   */
  const read = text => {
    const found = comparison.exec(text.trim());
    if (!found) return [];
    const value = (/** @type {number} */ place) => Number(found[place]?.replace(/\u202f/g, "").replace("−", "-") ?? NaN);
    const side = (/** @type {number} */ place) => /** @type {[number, number, number]} */ (
      found[place + 1] ? [value(place), value(place + 1), value(place + 2)] : [value(place), value(place), value(place)]);
    const where = text.trim().slice(0, found.index).trim();
    return [{ where, sign: found[4] ?? "", written: [found[1] ?? "", found[5] ?? ""], names: [], sides: [side(1), side(5)] }];
  };

  /**
   * Of what the values are that a claim compares: the two sides of each of its comparisons, or none where it makes other tests.
   * @param {Element} entry
   */
  const namesOf = entry => {
    const tests = all(".steps code", entry).flatMap(each => (each.textContent ?? "").replace(/^in .*?: /, "").split(" and "));
    const sides = tests.map(each => each.split(sign).map(side => side.trim()));
    return sides.every((each, i) => each.length === 2 && !/ where | or |^not /.test(tests[i] ?? "")) ? sides : [];
  };

  /**
   * Its text, with exponents raised.
   * @param {Node} node
   * @returns {string}
   */
  const textOf = node => {
    if (!(node instanceof Element) || node.matches(".remark") || !node.matches("sup, :has(sup)")) return node.textContent ?? "";
    if (!node.matches("sup")) return [...node.childNodes].map(textOf).join("");
    return (node.textContent ?? "").replace(/\d/g, digit => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
  };

  /** @param {Element} cell  the comparisons of a claim on a machine, a line for each; none where not all of them stand there */
  const comparisons = cell => {
    const lines = [""];
    for (const node of cell.childNodes) {
      if (node instanceof HTMLBRElement) lines.push("");
      else if (!(node instanceof HTMLElement && node.matches(".provenance"))) lines[lines.length - 1] += textOf(node);
    }
    const found = lines.filter(each => each.trim()).map(read);
    return found.every(each => each.length) ? found.flat() : [];
  };

  /** @param {Compared} compared */
  const distance = ({ sides: [[one], [other]] }) => Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other));

  /** @param {Compared} compared  drawn one above the other: from quartile to quartile, with the median */
  const plot = ({ sides }) => {
    const ends = sides.flat(), least = Math.min(...ends), width = 220, edge = 5;
    const at = (/** @type {number} */ value) => edge + (width - 2 * edge) * (value - least) / (Math.max(...ends) - least || 1);
    const picture = draw(make("div", {}), "svg", { class: "margin-plot", viewBox: `0 0 ${width} 22`, width, height: 22 });
    sides.forEach(([median, lower, upper], row) => {
      const y = 6 + 10 * row;
      draw(picture, "line", { x1: at(lower), x2: at(upper), y1: y, y2: y });
      draw(picture, "circle", { cx: at(median), cy: y, r: 3 });
    });
    return picture;
  };

  /**
   * A side of a claim's test as a reader would write it: `{data=data}.ms` at data = random is (data=random).
   * @param {string} side
   * @param {string} where
   */
  const plain = (side, where) => {
    const bound = Object.fromEntries(where.replace(/:$/, "").split(", ").map(each => each.split(" = ")));
    return side.replace(/\{([^}]*)\}(\.ms)?/g, (_, row, time) => (row ? `(${row.split(/,\s*/).map((/** @type {string} */ each) => {
      const [column, value = ""] = each.split("=");
      return `${column}=${bound[value] ?? value.replace(/^'|'$/g, "")}`;
    }).join(", ")})` : time ?? ""));
  };

  /** @param {HTMLAnchorElement} link  that of a claim's verdict */
  const claimNote = link => {
    const chosen = document.getElementById("machine"), rows = all(`[id="${link.hash.slice(1)}"] .verdicts tr`);
    const label = chosen instanceof HTMLSelectElement ? chosen.selectedOptions[0]?.textContent ?? "" : "";
    const row = rows.find(each => label.includes(each.querySelector("th")?.textContent ?? "\n")) ?? rows[0];
    const cells = row ? all("td", row) : [];
    if (cells.length < 2) return null;
    const found = comparisons(cells[1]), names = namesOf(/** @type {Element} */ (row.closest("li")));
    if (names.length === 1 || names.length === found.length) found.forEach((each, i) => each.names = names[names.length === 1 ? 0 : i] ?? []);
    const [tightest] = found.sort((one, other) => distance(one) - distance(other));
    // Without numbers it would repeat the mark.
    if (!tightest) return null;
    const machine = row.querySelector("th")?.textContent ?? "", where = machine.startsWith("any") ? ` on ${machine}: ` : ` on the ${machine}: `;
    const closest = found.length > 1 ? `the closest of ${found.length}${tightest.where ? ", " : ":"}` : "";
    const note = make("div", { class: "margin-claim" }, /** @type {Node} */ (cells[0].firstElementChild?.cloneNode(true)), where, closest, tightest.where);
    if (tightest.sides.some(([, lower, upper]) => lower < upper)) note.append(plot(tightest));
    const sides = make("div", { class: "margin-sides" });
    tightest.written.forEach((number, i) => sides.append(make("span", {}, i ? tightest.sign : ""), make("span", {}, number),
      make("code", {}, plain(tightest.names[i] ?? "", tightest.where))));
    note.append(sides);
    return note;
  };

  /** @param {HTMLAnchorElement} link */
  const sourceNote = link => {
    const entry = document.getElementById(link.hash.slice(1)), text = entry?.querySelector("p")?.textContent ?? "";
    if (!text.startsWith("———")) return text ? make("div", { class: "margin-source" }, text) : null;
    // A dash stands for the authors of the entry before.
    let before = entry?.previousElementSibling;
    while (before?.textContent?.trim().startsWith("———")) before = before.previousElementSibling;
    const [authors = ""] = /^.*?\.(?= (?:\d{4}|n\.d\.))/.exec(before?.textContent?.trim() ?? "") ?? [];
    return make("div", { class: "margin-source" }, text.replace(/^———\./, () => authors));
  };

  /** @param {number} right  where the margin begins; what stands in it itself */
  const obstacles = right => all("main :is(pre, table, svg, .chunk, .aid, .box, .quiz, .exercise)")
    .filter(each => !each.closest("details:not([open]) > :not(summary)")).map(each => each.getBoundingClientRect()).filter(each => each.height && each.right > right + 4)
    .sort((one, other) => one.top - other.top);

  const place = () => {
    notes = new Map();
    holder.replaceChildren();
    const column = all("main > p").find(each => each.getClientRects().length)?.getBoundingClientRect();
    const width = column && main ? document.documentElement.clientWidth - column.right - 56 : 0;
    if (!main || !column || width < room) return;
    main.append(holder);
    const frame = main.getBoundingClientRect(), left = column.right + 24, blocked = obstacles(left - 12);
    /** @type {Map<string, number>} */
    const seen = new Map();
    /** @type {{ link: HTMLAnchorElement, note: HTMLElement, wanted: number }[]} */
    const made = [];
    for (const link of /** @type {HTMLAnchorElement[]} */ (all('main > :is(p, ul, ol, figure, .answer) a:is(.verdict, [href^="#ref-"])'))) {
      const [around] = link.getClientRects();
      if (!around || link.closest(".entry, .claims, table") ) continue;
      const note = link.matches(".verdict") ? claimNote(link) : sourceNote(link);
      if (!note) continue;
      made.push({ link, note, wanted: around.top });
    }
    holder.style.cssText = `left: ${left - frame.left}px; width: ${Math.min(width, 340)}px`;
    holder.append(...made.map(({ note }) => note));
    const heights = made.map(({ note }) => note.offsetHeight);
    let free = -Infinity;
    made.forEach(({ link, note, wanted }, i) => {
      // What was cited a moment ago needs no second note.
      if (wanted - (seen.get(link.hash) ?? -Infinity) < 2 * innerHeight) return note.remove();
      let top = Math.max(wanted, free);
      for (const each of blocked) if (top < each.bottom + apart && top + heights[i] > each.top - apart) top = each.bottom + apart;
      if (top - wanted > farthest || top + heights[i] > frame.bottom) return note.remove();
      note.style.top = `${top - frame.top}px`;
      free = top + heights[i] + apart;
      seen.set(link.hash, wanted);
      notes.set(link, note);
    });
  };

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(place, 150);
  };
  if (main) new ResizeObserver(soon).observe(main);
  addEventListener("resize", soon);
  document.addEventListener("change", soon);

  /** @param {HTMLAnchorElement} link  the note that belongs to it */
  const of = link => notes.get(link);
  return { of };
})();
