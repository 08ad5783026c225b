// Adds two arrays by accesses of four bytes and of sixteen: requests and sectors, and where arrays may begin.
"use strict";
{
  const threads = 256;

  /** @type {Record<string, string>} their names in results */
  const variants = { add_in_strides: "stride", add_fours: "fours" };

  experiment("bandwidth/fours", {
    knobs: {
      way: { label: "Kernel", options: Object.keys(variants), value: "add_in_strides" },
      n: { label: "Elements, n", from: 1, to: 2048, value: 1024 },
      start: { label: "The arrays begin at element", from: 0, to: 16, value: 0 },
      blocks: { label: "Blocks, in strides", options: [1, 2, 3, 4, 8], value: 2 },
    },
    // As many elements come before these.
    memory: k => ({
      a: numbers.fill(Float32Array, k.start + k.n, i => i),
      b: numbers.fill(Float32Array, k.start + k.n, i => 2 * i),
      c: numbers.unwritten(Float32Array, k.start + k.n),
    }),
    launch: k => ({
      kernel: k.way,
      grid: k.way === "add_fours" ? Math.ceil(k.n / (4 * threads)) : k.blocks,
      block: threads,
      arguments: [...["a", "b", "c"].map(array => ({ array, offset: 4 * k.start })), u64(k.n)],
    }),
    reference: (k, { a, b, c }) => ({ c: numbers.fill(Float32Array, k.start + k.n, i => i < k.start ? c[i] : a[i] + b[i]) }),
    counts: [
      "global_load_requests", "global_load_sectors", "sectors per load request", "global_store_requests", "global_store_sectors",
      "sectors per store request", "warp_instructions",
    ],
    traced: "global",
    records: {
      "bandwidth-times": "variant=stride|fours n=1048576|268435456 ms",
      "bandwidth-counters": "kernel=add_.* grid block global_load_requests global_load_sectors global_store_requests global_store_sectors",
    },
    recorded: k => k.start > 0 ? [] : [
      { result: "bandwidth-counters", where: { kernel: k.way } },
      ...[1048576, 268435456].map(n => (
        { result: "bandwidth-times", where: { variant: variants[k.way], n }, of: k.way === "add_in_strides" ? "as many blocks as fit" : undefined })),
    ],
    // The last elements, fewer than four, are added one by one.
    mistake: k => k.way === "add_fours" && k.start % 4 > 0 && k.n >= 4 && { faults: ["misaligned access"], wrong: true },
  });
}
