// The aid "banks": choose how a warp's lanes are spread over a tile in shared memory, see which banks that keeps busy.
"use strict";
{
  /** @typedef {Parameters<typeof wavefronts.addresses>[0]} Choice */
  /** @typedef {ReturnType<typeof wavefronts.groups>} Groups */

  const { bankBytes, bankCount } = wavefronts;
  const cell = 17; // a bank's width
  const left = 30; // of it the wavefronts' numbers stand
  const top = 16; // above it the banks' numbers
  const gap = 8; // between lanes that are not served together

  const kinds = {
    along: { label: "The lanes go along", options: ["rows", "a column"], value: "a column" },
    access: { label: "What they do", options: ["load", "store"], value: "load" },
    size: { label: "Bytes per element", options: [1, 2, 4, 8, 16], value: 4 },
    columns: { label: "Columns of the tile", options: [8, 16, 32, 64], value: 32 },
    padding: { label: "Padding per row, in elements", most: 8, value: 0 },
    place: { label: "Position in the row", options: ["column", "column ^ row"], value: "column" },
    stride: { label: "Stride along the rows", least: 1, most: 32, value: 1 },
    share: { label: "Lanes that share an element", options: [1, 2, 4, 8, 16, 32], value: 1 },
  };

  /**
   * Where a bank is asked for two words, its lanes conflict.
   * @param {Groups} groups
   */
  const conflicting = groups => new Set(groups.flatMap(({ banks }) =>
    banks.filter(wishes => wishes.length > 1).flatMap(wishes => wishes.flatMap(({ lanes }) => lanes))));

  /**
   * What the picture shows, in words.
   * @param {Groups} groups
   */
  const describe = groups => {
    const all = groups.flatMap(({ banks }) => banks.flatMap((wishes, bank) => wishes.map(() => bank)));
    const parts = groups.length > 1 ? ` It is served in ${groups.length} parts, each of ${groups[0].lanes} lanes.` : "";
    const takes = `The request takes ${counted(wavefronts.count(groups), "wavefront")}.${parts}`;
    const busiest = groups.flatMap(({ banks }) => banks.map((wishes, bank) => ({ wishes, bank })))
      .reduce((most, each) => (each.wishes.length > most.wishes.length ? each : most));
    if (busiest.wishes.length === 1) {
      return `${takes} There is no conflict: ${counted(new Set(all).size, "bank")} ${all.length === 1 ? "serves" : "serve"} `
        + `${counted(all.length, "word")}.`;
    }
    const lanes = [...new Set(busiest.wishes.flatMap(wish => wish.lanes))].sort((a, b) => a - b);
    return `${takes} ${conflicting(groups).size} lanes have conflicts. The busiest bank, ${busiest.bank}, `
      + `is asked for ${busiest.wishes.length} different words, by lanes ${listed(lanes)}.`;
  };

  /**
   * For each wavefront of a group, a row of all banks; in it the words that they serve, with the lanes that get them.
   * @param {Element} svg
   * @param {Groups[number]} group
   * @param {{ at: number, before: number, height: number, words: number }} place `words`: of an element
   */
  const drawGroup = (svg, group, { at, before, height, words }) => {
    for (let k = 0; k < group.wavefronts; ++k) {
      draw(svg, "rect", { class: "aid-sector", x: left, y: at + k * height, width: bankCount * cell, height });
      draw(svg, "text", { class: "aid-address", x: left - 6, y: at + k * height + height / 2 + 4 }, before + k + 1);
    }
    for (let bank = 0; bank < bankCount; bank += words) {
      group.banks[bank].forEach(({ lanes }, k) => {
        const x = left + bank * cell, y = at + k * height, last = lanes[lanes.length - 1], middle = x + (words * cell) / 2;
        const kind = group.banks[bank].length > 1 ? "aid-access conflicting" : "aid-access";
        draw(svg, "rect", { class: kind, x: x + 1, y: y + 1.5, width: words * cell - 2, height: height - 3 });
        if (lanes.length === 1) {
          draw(svg, "text", { class: "aid-lane", x: middle, y: y + height / 2 + 4 }, last);
        } else {
          const joint = last - lanes[0] === lanes.length - 1 ? "–" : "…";
          draw(svg, "text", { class: "aid-lane", x: middle, y: y + height / 2 - 1 }, lanes[0]);
          draw(svg, "text", { class: "aid-lane", x: middle, y: y + height / 2 + 10 }, joint + last);
        }
      });
    }
  };

  /** @param {Groups} groups */
  const heightOf = groups => (groups.some(({ banks }) => banks.some(wishes => wishes.some(({ lanes }) => lanes.length > 1))) ? 28 : 18);

  /**
   * @param {Element} svg
   * @param {Groups} groups
   * @param {number} size
   */
  const drawBanks = (svg, groups, size) => {
    const height = heightOf(groups);
    draw(svg, "text", { class: "aid-address", x: left - 4, y: top - 6 }, "bank");
    for (let bank = 0; bank < bankCount; ++bank) {
      draw(svg, "text", { class: "aid-scale", x: left + (bank + 0.5) * cell, y: top - 6 }, bank);
    }
    let before = 0;
    groups.forEach((group, k) => {
      drawGroup(svg, group, { at: top + before * height + k * gap, before, height, words: Math.max(1, size / bankBytes) });
      before += group.wavefronts;
    });
  };

  /**
   * Each lane's element, its banks, and the wavefront that serves it.
   * @param {Choice} choice
   * @param {Groups} groups
   */
  const rows = (choice, groups) => {
    const conflicts = conflicting(groups), addresses = wavefronts.addresses(choice);
    let before = 0;
    return groups.flatMap(group => {
      const first = before + 1;
      before += group.wavefronts;
      return Array.from({ length: group.lanes }, (_, k) => {
        const lane = group.first + k, { row, column } = wavefronts.element(choice, lane);
        const bank = Math.floor(addresses[lane] / bankBytes) % bankCount, last = bank + Math.max(1, choice.size / bankBytes) - 1;
        const wavefront = first + group.banks[bank].findIndex(({ lanes }) => lanes.includes(lane));
        return [lane, row, column, addresses[lane], last > bank ? `${bank}–${last}` : bank, wavefront, conflicts.has(lane) ? "yes" : "no"];
      });
    });
  };

  const heads = ["Lane", "Row", "Column", "Byte", "Bank", "Wavefront", "Conflict"];
  fillAids("banks", kinds, { label: "Banks by wavefronts", heads }, ({ along, access, place, ...numbers }) => {
    const choice = { ...numbers, down: along === "a column", store: access === "store", swizzled: place !== "column" };
    const groups = wavefronts.groups(choice);
    return {
      words: describe(groups), width: left + bankCount * cell + 2,
      height: top + wavefronts.count(groups) * heightOf(groups) + (groups.length - 1) * gap + 2,
      paint: svg => drawBanks(svg, groups, choice.size), rows: rows(choice, groups), off: choice.down ? ["stride"] : [],
    };
  });
}
