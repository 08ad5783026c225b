// Counts bytes in global or in shared memory: how many atomic additions there are, and how many want the same address.
"use strict";
{
  /** @type {Record<string, [string, string, number]>} its kernel, its name in results, and which of the kernel's launches it is */
  const ways = {
    "in global memory": ["count_globally", "global", 0],
    "one histogram per block": ["count_in_shared", "shared", 0],
    "one per block, aggregated": ["count_by_match", "match", 0],
    "16 bytes per load": ["count_vectors<1>", "vectors", 0],
    "16 bytes per load, 32 copies": ["count_vectors<32>", "copies", 1],
  };
  const kinds = ["uniform", "skewed", "equal"];

  experiment("sorting/histogram", {
    knobs: {
      way: { label: "Kernel", options: Object.keys(ways), value: "one histogram per block" },
      data: { label: "The bytes", options: kinds, value: "uniform" },
      n: { label: "Bytes to count, n", from: 1, to: 4096, value: 4096 },
      blocks: { label: "Blocks", options: [1, 2, 4, 8], value: 2 },
      threads: { label: "Threads per block", options: [32, 64, 128, 256, 512], value: 256 },
    },
    memory: k => {
      const next = numbers.random(19870401);
      const byteOf = () => {
        const random = next();
        return k.data === "uniform" ? random & 255 : k.data === "skewed" ? random & random >>> 8 & random >>> 16 & 255 : 77;
      };
      return { x: numbers.fill(Uint8Array, k.n, byteOf), counts: new Uint32Array(256) };
    },
    launch: k => ({ kernel: ways[k.way][0], grid: k.blocks, block: k.threads, arguments: ["x", u64(k.n), "counts"] }),
    reference: (_, { x }) => {
      const counts = new Uint32Array(256);
      for (const byte of x) ++counts[byte];
      return { counts };
    },
    counts: [
      "global_atomic_requests", "global_atomic_lanes", "shared_atomic_requests", "shared_atomic_lanes", "atomic_max_same_address",
      "global_load_requests", "votes", "wavefronts per shared load",
    ],
    traced: "global",
    records: {
      "sorting-histogram": "variant data n ms",
      "sorting-counters": "kernel=count_(globally|in_shared|by_match|vectors) grid block shared_load_requests shared_load_wavefronts",
    },
    // The counters have each kind of bytes in turn, and for each the kernel with vectors twice.
    recorded: k => {
      const [kernel, variant, place] = ways[k.way], name = kernel.replace(/<.*/, ""), launches = name === "count_vectors" ? 2 : 1;
      return [
        { result: "sorting-histogram", where: { variant, data: k.data } },
        { result: "sorting-counters", where: { kernel: name }, nth: kinds.indexOf(k.data) * launches + place },
      ];
    },
  });
}
