// The block that comes last adds up what all blocks have left: with an addition that releases and acquires, or one that does not.
"use strict";
experiment("trapezoid-3/last", {
  knobs: {
    blocks: { label: "Blocks", from: 1, to: 4, value: 3 },
    n: { label: "Strips, n", from: 2, to: 365, value: 300 },
    order: { label: "The addition to the counter", options: ["acquire and release", "relaxed"], value: "acquire and release" },
  },
  memory: () => ({ sum: numbers.unwritten(Float32Array, 1) }),
  launch: k => ({
    kernel: `${k.order === "relaxed" ? "relaxed::" : ""}sum_points<32, 4, Parabola>`,
    grid: k.blocks,
    block: 32,
    arguments: [u8(0), f32(0), f32(1), s32(k.n), "sum"],
  }),
  // Whole numbers, and small enough for a float to hold every sum of them.
  reference: k => ({ sum: Float32Array.of(numbers.fill(Float32Array, k.n - 1, i => (i + 1) ** 2 + 1).reduce((sum, each) => sum + each, 0)) }),
  counts: ["global_atomic_requests", "global_store_requests", "global_load_requests", "votes", "barriers", "warp_instructions"],
  traced: "global",
  records: { "trapezoid-3-times": "variant=last n=1024|1048576|268435456 ms" },
  recorded: k => k.order === "relaxed" ? []
    : [1024, 1048576, 268435456].map(n => ({ result: "trapezoid-3-times", where: { variant: "last", n }, of: "blocks of 512, runs of 32" })),
  mistake: k => k.order === "relaxed" && k.blocks > 1 && { faults: ["race in global memory"], wrong: "perhaps" },
});
