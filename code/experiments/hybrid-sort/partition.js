// Moves keys to buckets by their highest eight bits: atomics and sectors of three kernels, and buckets without enough room.
"use strict";
{
  /** @type {Record<string, [string, string]>} its kernel, and its name in results */
  const ways = {
    "an atomic per key": ["scatter", "scatter"],
    "one per block and bucket": ["scatter_by_block", "block"],
    "the tile in order first": ["scatter_in_order", "order"],
  };
  const buckets = 256;

  /**
   * Only the highest eight bits: so the keys of a bucket are equal, and in whatever order they arrive, the buckets hold the same.
   * @param {{ n: number, data: string }} k
   */
  const keysOf = ({ n, data }) => {
    const next = numbers.random(20170514), random = () => next() >>> 24;
    const bits = () => (data === "close together" ? 0 : data === "means of two" ? random() + random() >> 1 : random());
    const keys = numbers.fill(Uint32Array, n, () => bits() * 2 ** 24);
    return data === "in order" ? keys.sort() : keys;
  };

  /** @param {{ n: number, room: number }} k */
  const roomOf = ({ n, room }) => Math.ceil(n * room / buckets);

  /** @param {Numbers} x */
  const sizesOf = x => {
    const sizes = new Uint32Array(buckets);
    for (const key of x) ++sizes[key >>> 24];
    return sizes;
  };

  experiment("hybrid-sort/partition", {
    knobs: {
      way: { label: "Kernel", options: Object.keys(ways), value: "an atomic per key" },
      items: { label: "Keys per thread, in tiles", options: [4, 8, 24], value: 24 },
      data: { label: "The keys", options: ["random", "in order", "means of two", "close together"], value: "random" },
      n: { label: "Keys, n", from: 1, to: 24576, value: 12288 },
      room: { label: "Room per bucket, in n / 256", options: [1, 1.25, 1.5, 2, 3], value: 2 },
    },
    memory: k => ({ x: keysOf(k), ends: new Uint32Array(buckets), y: numbers.unwritten(Uint32Array, buckets * roomOf(k)) }),
    launch: k => {
      const [name] = ways[k.way], [block, tile] = name === "scatter" ? [256, 256] : [512, 512 * k.items];
      return {
        kernel: name === "scatter" ? name : `${name}<512, ${k.items}>`, grid: Math.ceil(k.n / tile), block,
        shared: name === "scatter_in_order" ? 4 * tile : 0, arguments: ["x", s32(k.n), s32(roomOf(k)), "ends", "y"],
      };
    },
    // A bucket should have no more keys than there is room for.
    reference: (k, { x, y }) => {
      const sizes = sizesOf(x), room = roomOf(k);
      return {
        ends: sizes.map(size => Math.min(size, room)),
        y: numbers.fill(Uint32Array, y.length, i => (i % room < sizes[Math.floor(i / room)] ? Math.floor(i / room) * 2 ** 24 : y[i])),
      };
    },
    counts: [
      "global_atomic_requests", "global_atomic_lanes", "atomic_max_same_address", "sectors per store request", "global_store_sectors",
      "shared_atomic_requests", "barriers", "warp_instructions",
    ],
    traced: "global",
    records: {
      "hybrid-sort-partition": "variant=scatter|block|order n ms",
      "hybrid-sort-counters": "kernel=scatter.* grid block global_store_requests global_store_sectors",
    },
    recorded: k => k.data !== "random" || (k.items !== 24 && ways[k.way][0] !== "scatter") ? [] : [
      { result: "hybrid-sort-counters", where: { kernel: ways[k.way][0] } },
      { result: "hybrid-sort-partition", where: { variant: ways[k.way][1] } },
    ],
    mistake: k => sizesOf(keysOf(k)).some(size => size > roomOf(k)) && { faults: [], wrong: true },
  });
}
