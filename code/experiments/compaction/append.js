// Compacts an array of any size: how many atomics hand out the indices, and what becomes of the order.
"use strict";
{
  /** @type {Record<string, [string, number, string?]>} its kernel, how many elements go in order together, and its name in results */
  const ways = {
    "an atomic per element": ["append_one_by_one<Small>", 32],
    "an atomic per warp": ["append<Small>", 32, "atomic"],
    "an atomic per tile": ["append_tiles<Small>", 2048, "atomic-per-tile"],
    "looking back": ["compact_looking_back<true, Small>", 2048, "look-back"],
  };
  const isLookBack = (/** @type {{ way: string }} */ k) => k.way === "looking back";

  /** @param {{ n: number, share: number, kind: string }} k */
  const elementsOf = ({ n, share, kind }) => {
    const next = numbers.random(20120417);
    const x = numbers.fill(Int32Array, n, () => (next() % 100 < share ? 0 : 50) + (kind === "two values" ? 7 : next() % 50));
    return kind === "sorted" ? x.sort() : x;
  };

  /** @param {Numbers} x */
  const keptOf = x => Array.from(x).filter(each => each < 50);

  experiment("compaction/append", {
    knobs: {
      way: { label: "Indices by", options: Object.keys(ways), value: "an atomic per warp" },
      n: { label: "Elements, n", from: 1, to: 8192, value: 4096 },
      share: { label: "Kept, in percent", from: 0, to: 100, value: 50 },
      kind: { label: "The elements", options: ["random", "sorted", "two values"], value: "random" },
    },
    memory: k => ({
      x: elementsOf(k), y: numbers.unwritten(Int32Array, k.n), kept: new Uint32Array(2),
      ...isLookBack(k) ? { notices: new Uint32Array(2 * Math.ceil(k.n / 2048)), next: new Uint32Array(1) } : {},
    }),
    launch: k => {
      const [kernel, unit] = ways[k.way], block = Math.min(256, unit * Math.ceil(k.n / unit));
      return {
        kernel, grid: Math.ceil(k.n / Math.max(unit, block)), block, arguments: ["x", u64(k.n), ...isLookBack(k) ? ["notices", "next"] : [], "y", "kept"],
      };
    },
    // In the order of the array.
    reference: (k, { x, y }) => {
      const kept = keptOf(x);
      return { y: numbers.fill(Int32Array, k.n, i => kept[i] ?? y[i]) };
    },
    counts: [
      "global_atomic_requests", "global_atomic_lanes", "atomic_max_same_address", "global_load_requests", "sectors per store request", "votes",
      "barriers", "warp_instructions",
    ],
    traced: "global",
    records: {
      "compaction-atomics": "variant=atomic|atomic-per-tile|look-back n=1048576|268435456 ms",
      "compaction-counters": "kernel=append|compact_looking_back grid block global_store_requests global_store_sectors",
    },
    recorded: k => k.share !== 50 || k.kind !== "random" ? [] : [
      { result: "compaction-counters", where: { kernel: ways[k.way][0].replace(/<.*/, "") } },
      ...[1048576, 268435456].map(n => ({ result: "compaction-atomics", where: { variant: ways[k.way][2] ?? "none", n } })),
    ],
    race: { way: "an atomic per warp", n: 96 },
    // Where warps or tiles that are last come first, the order is another, unless nobody can tell.
    mistake: k => {
      const x = elementsOf(k), [, unit] = ways[k.way], kept = Array.from({ length: Math.ceil(k.n / unit) }, (_, u) => keptOf(x.slice(u * unit, (u + 1) * unit)));
      if (k.schedule === "forward" || isLookBack(k) || kept.filter(each => each.length).length < 2 || new Set(keptOf(x)).size === 1) return null;
      return { faults: [], wrong: k.schedule === "reverse" ? String(keptOf(x)) !== String(kept.reverse().flat()) : "perhaps" };
    },
  });
}
