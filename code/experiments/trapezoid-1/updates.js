// Adds the points of a parabola to one sum: by atomics, and by a plain addition that loses updates.
"use strict";
experiment("trapezoid-1/updates", {
  knobs: {
    way: { label: "Each thread", options: ["atomicAdd(sum, f(x))", "*sum += f(x)"], value: "atomicAdd(sum, f(x))" },
    n: { label: "Strips, n", from: 2, to: 256, value: 65 },
    block: { label: "Threads per block", options: [1, 8, 32, 64, 256], value: 32 },
  },
  memory: () => ({ sum: new Float32Array(1) }),
  launch: k => ({
    kernel: `${k.way.startsWith("atomic") ? "add_points" : "add_points_without_atomics"}<Parabola>`,
    grid: Math.ceil((k.n - 1) / k.block),
    block: k.block,
    arguments: [u8(0), f32(0), f32(1), s32(k.n), "sum"],
  }),
  // Whole numbers, and small enough for a float to hold every sum of them.
  reference: k => ({ sum: Float32Array.of(numbers.fill(Float32Array, k.n - 1, i => (i + 1) ** 2 + 1).reduce((sum, each) => sum + each, 0)) }),
  counts: ["global_atomic_requests", "global_atomic_lanes", "atomic_max_same_address", "global_load_requests", "global_store_requests", "warp_instructions"],
  traced: "global",
  records: {
    "trapezoid-1-times": "variant=atomic n=1024|1048576 ms",
  },
  recorded: k => k.way.startsWith("*") || k.block !== 256 ? [] : [
    { result: "trapezoid-1-times", where: { variant: "atomic", n: 1024 } },
    { result: "trapezoid-1-times", where: { variant: "atomic", n: 1048576 } },
  ],
  race: { way: "*sum += f(x)", n: 4, block: 1 },
  mistake: k => k.way.startsWith("*") && k.n > 2 && { faults: ["race in global memory"], wrong: "perhaps" },
});
