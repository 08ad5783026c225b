// Transposes by a tile in shared memory: banks against padding and swizzle, and what the barrier is for.
"use strict";
experiment("transpose/tile", {
  knobs: {
    layout: { label: "Tile", options: ["padding 0", "padding 1", "padding 2", "padding 3", "padding 4", "swizzled"], value: "padding 0" },
    side: { label: "Side of the tile", options: [32, 16], value: 32 },
    rows: { label: "Rows", from: 1, to: 70, value: 64 },
    columns: { label: "Columns", from: 1, to: 70, value: 64 },
    barrier: { label: "The barrier between writing and reading", value: true },
  },
  memory: k => ({
    x: numbers.fill(Float32Array, k.rows * k.columns, i => i),
    y: numbers.unwritten(Float32Array, k.rows * k.columns),
  }),
  launch: k => ({
    kernel: (k.barrier ? "" : "without_barrier::")
      + (k.layout === "swizzled" ? `by_swizzled_tile<${k.side}, float>` : `by_tile_with<${k.side}, ${k.layout.slice(-1)}, float>`),
    grid: [Math.ceil(k.columns / k.side), Math.ceil(k.rows / k.side)],
    block: [k.side, k.side],
    arguments: ["x", "y", s32(k.rows), s32(k.columns)],
  }),
  reference: (k, { x }) => ({ y: numbers.fill(Float32Array, k.rows * k.columns, i => x[i % k.rows * k.columns + Math.floor(i / k.rows)]) }),
  counts: [
    "wavefronts per shared load", "wavefronts per shared store", "shared_load_requests", "shared_load_wavefronts",
    "sectors per load request", "sectors per store request", "barriers",
  ],
  traced: "shared",
  records: {
    "transpose-times": "variant=tile|padded|swizzled n=1024|8192 ms",
    "transpose-counters": "kernel=by_(padded_|swizzled_)?tile grid block global_load_requests global_load_sectors global_store_requests global_store_sectors shared_load_requests shared_load_wavefronts shared_store_requests shared_store_wavefronts barriers",
  },
  recorded: k => {
    const [variant, kernel] = { "padding 0": ["tile", "by_tile"], "padding 1": ["padded", "by_padded_tile"], swizzled: ["swizzled", "by_swizzled_tile"] }[k.layout] ?? [];
    return variant && kernel && k.side === 32 && k.barrier
      ? [
        { result: "transpose-counters", where: { kernel }, nth: k.rows === 32 && k.columns === 32 ? 1 : 0 },
        ...[1024, 8192].map(n => ({ result: "transpose-times", where: { variant, n }, of: "n × n floats" })),
      ] : [];
  },
  // With a single element, the thread that writes it reads it.
  mistake: k => !k.barrier && (k.rows > 1 || k.columns > 1) && { faults: ["race in shared memory"], perhaps: ["read of memory never written"], wrong: "perhaps" },
});
