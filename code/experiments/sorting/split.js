// Moves keys by one bit or by eight: how many sectors their stores touch, and whether keys with the same digit keep their order.
"use strict";
{
  /** @type {Record<string, [string, number, string]>} its kernel, how many keys a block takes, or 0 for all, and its sort in results */
  const ways = {
    "by one bit": ["move_by_bit<512>", 512, "bits"],
    "by eight bits": ["move_by_digit", 4096, "tiles"],
    "as they arrive": ["move_as_they_arrive", 0, ""],
  };

  /** @type {(way: string, key: number) => number} */
  const digitOf = (way, key) => key & (way === "by one bit" ? 1 : 255);

  // Of each digit, how many keys there are in the blocks before each, and in all.
  /** @type {(way: string, x: Numbers) => Memory} */
  const countedBefore = (way, x) => {
    const tiles = Math.ceil(x.length / ways[way][1]), before = new Uint32Array(256 * tiles), sums = new Uint32Array(256);
    for (let tile = 0; tile < tiles; ++tile) {
      for (let digit = 0; digit < 256; ++digit) before[digit * tiles + tile] = sums[digit];
      for (const key of x.slice(tile * ways[way][1], (tile + 1) * ways[way][1])) ++sums[digitOf(way, key)];
    }
    return { before, sums };
  };

  experiment("sorting/split", {
    knobs: {
      way: { label: "The pass", options: Object.keys(ways), value: "by one bit" },
      digits: { label: "Different digits", options: [1, 2, 4, 8, 16, 32, 64, 256], value: 256 },
      data: { label: "The digits", options: ["random", "in order", "taking turns"], value: "random" },
      n: { label: "Keys, n", from: 1, to: 8192, value: 4096 },
    },
    // Above its digit, each key has its number.
    memory: k => {
      const next = numbers.random(19931109), digits = numbers.fill(Uint32Array, k.n, i => (k.data === "random" ? next() : i) % k.digits);
      if (k.data === "in order") digits.sort();
      const x = numbers.fill(Uint32Array, k.n, i => 256 * i + digits[i]);
      return { x, ...(ways[k.way][1] ? countedBefore(k.way, x) : {}), y: numbers.unwritten(Uint32Array, k.n) };
    },
    launch: k => {
      const [kernel, keys] = ways[k.way];
      return {
        kernel, grid: Math.ceil(k.n / (keys || k.n)), block: keys === 512 ? 512 : 256,
        arguments: ["x", u64(k.n), s32(0), ...(keys ? ["before", "sums"] : []), "y"],
      };
    },
    reference: (k, { x }) => ({ y: x.slice().sort((a, b) => digitOf(k.way, a) - digitOf(k.way, b) || a - b) }),
    counts: [
      "sectors per store request", "global_store_requests", "global_store_sectors", "global_load_sectors", "votes", "shared_atomic_requests", "warp_instructions",
    ],
    traced: "global",
    records: {
      "sorting-sizes": "variant=bits|tiles n=16777216 ms",
      "sorting-counters": "kernel=move_by_(bit|digit) grid block global_store_requests global_store_sectors",
    },
    recorded: k => k.way === "as they arrive" || k.data !== "random" || k.digits < 256 ? [] : [
      { result: "sorting-counters", where: { kernel: ways[k.way][0].replace(/<.*/, "") } },
      { result: "sorting-sizes", where: { variant: ways[k.way][2], n: 16777216 }, of: "a whole sort" },
    ],
    // There is no race: which key comes first is left to chance.
    mistake: k => k.way === "as they arrive" && k.n > 32 && { faults: [], wrong: "perhaps" },
  });
}
