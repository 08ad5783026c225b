// The aid "divergence": choose what the lanes of a warp disagree about, see what it passes through, and which lanes are active.
"use strict";
{
  /** @typedef {Parameters<typeof passes.of>[0]} Choice */
  /** @typedef {ReturnType<typeof passes.of>} Passes */

  const { warpSize } = passes;
  const cell = 15; // a lane's width
  const left = 62; // of it the names stand
  const right = 34; // of the lanes, how many instructions
  const top = 16; // above them their numbers
  const tallest = 420; // of all instructions together, but for passes of few

  /** @type {Record<string, Choice["code"]>} */
  const codes = { "if and else": "either", "an if in an if": "nested", "a loop of n rounds or 1": "longer", "a loop of lane % k + 1 rounds": "each" };
  /** @type {Record<string, Choice["condition"]>} */
  const conditions = { "lane < k": "below", "lane % k == 0": "every", "a random mask": "mask" };

  const kinds = {
    code: { label: "Code", options: Object.keys(codes), value: "if and else" },
    condition: { label: "Condition c", options: Object.keys(conditions), value: "lane < k" },
    k: { label: "k", least: 1, most: warpSize, value: 12 },
    mask: { label: "Which random mask", least: 1, most: 99, value: 1 },
    rounds: { label: "n, the rounds where c holds", least: 1, most: 16, value: 8 },
    a: { label: "Instructions where c holds, or per round", least: 1, most: 16, value: 8 },
    b: { label: "Instructions where it does not", least: 1, most: 16, value: 4 },
  };

  /**
   * The names of controls that change nothing.
   * @param {Choice} choice
   */
  const idle = ({ code, condition }) => [
    code === "each" ? "condition" : "", code !== "each" && condition === "mask" ? "k" : "",
    code === "each" || condition !== "mask" ? "mask" : "", code === "longer" ? "" : "rounds", code === "longer" || code === "each" ? "b" : "",
  ];

  /**
   * What the picture shows, in words.
   * @param {Passes} taken
   */
  const describe = taken => {
    const { issued, active } = passes.count(taken), full = active / warpSize;
    return `The warp issues ${counted(issued, "instruction")}, in ${counted(taken.length, "region")}. On average `
      + `${Number((active / issued).toFixed(1))} of its ${warpSize} lanes are active, ${Math.round((100 * full) / issued)}\u00a0%. `
      + `Spread over all lanes, the same work would take ${Number(full.toFixed(1))}.`;
  };

  /** @param {Passes} taken */
  const heights = taken => {
    const each = Math.min(12, tallest / passes.count(taken).issued);
    return taken.map(({ instructions }) => Math.max(13, each * instructions));
  };

  /**
   * A row for each region, downwards in time; in it the active lanes.
   * @param {Element} svg
   * @param {Passes} taken
   */
  const drawPasses = (svg, taken) => {
    draw(svg, "text", { class: "aid-address", x: left - 6, y: top - 5 }, "lane");
    for (let lane = 0; lane < warpSize; ++lane) draw(svg, "text", { class: "aid-scale", x: left + (lane + 0.5) * cell, y: top - 5 }, lane);
    const tall = heights(taken);
    let y = top;
    taken.forEach(({ region, lanes, instructions }, k) => {
      const height = tall[k], middle = y + height / 2 + 4;
      draw(svg, "text", { class: "aid-address", x: left - 6, y: middle }, region);
      draw(svg, "rect", { class: "aid-sector", x: left, y, width: warpSize * cell, height });
      for (const lane of lanes) draw(svg, "rect", { class: "aid-access", x: left + lane * cell + 1, y: y + 1, width: cell - 2, height: height - 2 });
      draw(svg, "text", { class: "aid-scale", x: left + warpSize * cell + right / 2, y: middle }, `× ${instructions}`);
      y += height;
    });
  };

  const heads = ["Region", "Instructions", "Active lanes", "These are"];
  fillAids("divergence", kinds, { label: "Lanes by regions", heads }, ({ code, condition, mask, ...numbers }) => {
    const choice = { ...numbers, code: codes[code], condition: conditions[condition], mask: passes.mask(mask) }, taken = passes.of(choice);
    return {
      words: describe(taken), width: left + warpSize * cell + right, height: top + heights(taken).reduce((sum, each) => sum + each, 2),
      paint: svg => drawPasses(svg, taken), off: idle(choice),
      rows: taken.map(({ region, lanes, instructions }) => [region, instructions, lanes.length, listed(lanes)]),
    };
  });
}
