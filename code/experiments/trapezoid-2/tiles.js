// Sums over the lanes of a warp or of a part of it: by shuffles, and by the instruction for integers.
"use strict";
{
  /** @type {Record<string, [string, string, string]>} their template argument, their name in results, and the type of the numbers */
  const ways = {
    "shuffles, integers": ["ByShuffles", "shuffles", "unsigned"],
    "redux, integers": ["ByRedux", "redux", "unsigned"],
    "shuffles, floats": ["ByShuffles", "shuffles", "float"],
  };

  /** @param {{ way: string }} k */
  const arrayOf = ({ way }) => /** @type {NumbersType} */ (ways[way][2] === "unsigned" ? Uint32Array : Float32Array);

  experiment("trapezoid-2/tiles", {
    knobs: {
      way: { label: "Sum by", options: Object.keys(ways), value: "shuffles, integers" },
      width: { label: "Lanes of a tile", options: [32, 16, 8], value: 32 },
      rounds: { label: "Sums, one after the other", from: 1, to: 16, value: 1 },
    },
    memory: k => ({ results: numbers.unwritten(arrayOf(k), 32) }),
    launch: k => ({
      kernel: `sum_again_and_again<${ways[k.way][0]}, ${k.width}, ${ways[k.way][2].replace("unsigned", "unsigned int")}>`,
      grid: 1, block: 32, arguments: [s32(k.rounds), "results"],
    }),
    // Each lane takes from its own number the sum of its tile, or the mean, which floats hold without rounding.
    reference: k => {
      const results = numbers.fill(arrayOf(k), 32, i => i), divisor = ways[k.way][2] === "unsigned" ? 1 : k.width;
      for (let round = 0; round < k.rounds; ++round) {
        for (let first = 0; first < 32; first += k.width) {
          const sum = Array.from(results.slice(first, first + k.width)).reduce((all, each) => all + each, 0);
          for (let i = first; i < first + k.width; ++i) results[i] = i - sum / divisor;
        }
      }
      return { results };
    },
    counts: ["warp_instructions", "shuffles", "integer_instructions", "float_instructions", "other_instructions"],
    traced: "none",
    records: { "trapezoid-2-alone": "variant type width load ms" },
    recorded: k => {
      const [, variant, type] = ways[k.way], where = { variant, type, width: k.width };
      return [
        { result: "trapezoid-2-alone", where: { ...where, load: "alone" }, of: "4096 sums, a warp alone" },
        { result: "trapezoid-2-alone", where: { ...where, load: "full" }, of: "4096 sums, the GPU full" },
      ];
    },
  });
}
