// What the aids have in common: their controls, pictures and tables, and counts and lanes in words.
"use strict";

/**
 * A choice: among some numbers or words, or among all numbers from `least` to `most` that are `step` apart.
 * @typedef {{ label: string, least?: number, most?: number, step?: number }} Limits
 * @typedef {Limits & { options?: (number | string)[], value: number | string }} Control
 */
/**
 * What an aid shows: words, a picture of that size, which `paint` fills, and the rows of a table, the first cell of which
 * names the row. What is `off` has no effect now; what has a limit in `most` goes no further now.
 * @typedef {{ words: string, width: number, height: number, paint: (svg: Element) => void }} Picture
 * @typedef {Picture & { rows: (string | number)[][], off?: string[], most?: Record<string, number> }} Answer
 */

/**
 * A control's input, and where its value is shown.
 * @param {Element} form
 * @param {Control} control
 * @param {string} id
 */
const addAidControl = (form, { label, options, least = 0, most = 0, step = 1, value }, id) => {
  const cell = add(form, "p", { class: "aid-control" }, make("label", { for: id }, label));
  if (options) {
    const input = add(cell, "select", { id }, ...options.map(option => make("option", { value: option }, option)));
    input.value = String(value);
    return { input };
  }
  const input = add(cell, "input", { id, type: "range", min: least, max: most, step, value });
  return { input, shown: add(cell, "output", { for: id }) };
};

/**
 * "1 line", "2 lines".
 * @param {number} count
 * @param {string} noun
 */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * Numbers in words, of lanes and blocks: "5", "0–31", "0, 1, 4–7, 9".
 * @param {number[]} numbers
 */
const listed = numbers => {
  /** @type {number[][]} */
  const runs = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run?.[run.length - 1] === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.map(run => (run.length > 2 ? `${run[0]}–${run[run.length - 1]}` : run.join(", "))).join(", ");
};

/**
 * Adds a folded table, which says what a picture shows; what is returned fills its rows anew.
 * @param {Element} aid
 * @param {string} label
 * @param {string[]} heads
 */
const addAidTable = (aid, label, heads) => {
  const folded = add(aid, "details", { class: "player-table" }, make("summary", {}, "The same as a table"));
  const scroll = add(folded, "div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `${label} as a table, scrollable` });
  const table = add(scroll, "table");
  add(add(table, "thead"), "tr", {}, ...heads.map(head => make("th", { scope: "col" }, head)));
  const body = add(table, "tbody");
  /** @param {(string | number)[][]} rows */
  return rows => body.replaceChildren(...rows.map(([name, ...cells]) =>
    make("tr", {}, make("th", { scope: "row", class: "number" }, name), ...cells.map(cell => make("td", {}, cell)))));
};

/**
 * Fills the aids of a name: controls, and what `answer` finds for what is chosen, again after each change. The picture's
 * place is called `label`, its table has these `heads`.
 * @template {Record<string, Control>} Kinds
 * @param {string} name
 * @param {Kinds} kinds
 * @param {{ label: string, heads: string[] }} names
 * @param {(chosen: { [Name in keyof Kinds]: Kinds[Name]["value"] }) => Answer} answer
 */
const fillAids = (name, kinds, { label, heads }, answer) => {
  for (const aid of all(`[data-aid="${name}"]`)) {
    first(".aid-fallback", aid)?.remove();
    const form = add(aid, "form", { class: "aid-controls" });
    const says = add(aid, "p", { class: "aid-words", "aria-live": "polite" });
    const region = add(aid, "div", { class: "picture", tabindex: 0, role: "region", "aria-label": `${label}, scrollable` });
    const fillTable = addAidTable(aid, label, heads);
    const controls = Object.entries(kinds).map(([key, kind]) =>
      ({ key, kind, ...addAidControl(form, kind, `${aid.id || name}-${key}`) }));
    const update = () => {
      const chosen = Object.fromEntries(controls.map(({ key, kind, input }) =>
        [key, typeof kind.value === "number" ? Number(input.value) : input.value]));
      const { words, width, height, paint, rows, off = [], most = {} } = answer(/** @type {any} */ (chosen));
      for (const { key, input, shown } of controls) {
        if (key in most) fill(input, { max: most[key] });
        if (shown) shown.textContent = input.value;
        input.disabled = off.includes(key);
      }
      says.textContent = words;
      region.replaceChildren();
      const fine = width > 400 ? "fine" : "coarse"; // for a narrow window
      paint(draw(region, "svg", { class: fine, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words }));
      fillTable(rows);
    };
    form.addEventListener("submit", event => event.preventDefault());
    form.addEventListener("input", update);
    update();
  }
};
