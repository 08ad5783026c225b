// Sums of blocks of several warps: the first warp reads what the others have left in shared memory, after a barrier or too soon.
"use strict";
experiment("trapezoid-3/block-sum", {
  knobs: {
    block: { label: "Threads per block", options: [32, 64, 96, 100, 128, 256, 512, 1024], value: 128 },
    n: { label: "Strips, n", from: 2, to: 365, value: 257 },
    barrier: { label: "The barrier", value: true },
  },
  memory: () => ({ sum: new Float32Array(1) }),
  launch: k => ({
    kernel: `${k.barrier ? "" : "without_barrier::"}add_points_by_block<Parabola>`,
    grid: Math.ceil((k.n - 1) / k.block),
    block: k.block,
    arguments: [u8(0), f32(0), f32(1), s32(k.n), "sum"],
  }),
  // Whole numbers, and small enough for a float to hold every sum of them.
  reference: k => ({ sum: Float32Array.of(numbers.fill(Float32Array, k.n - 1, i => (i + 1) ** 2 + 1).reduce((sum, each) => sum + each, 0)) }),
  counts: [
    "global_atomic_requests", "barriers", "shuffles", "shared_store_requests", "shared_load_requests", "wavefronts per shared load",
    "warp_instructions",
  ],
  traced: "shared",
  records: {
    "trapezoid-3-blocks": "block n=1048576|268435456 ms",
    "trapezoid-3-counters": "kernel=add_points_by_block grid block shared_load_requests shared_load_wavefronts",
  },
  recorded: k => !k.barrier ? [] : [
    { result: "trapezoid-3-counters", where: { kernel: "add_points_by_block", block: `${k.block}x1x1` } },
    ...[1048576, 268435456].map(n => ({ result: "trapezoid-3-blocks", where: { block: k.block, n } })),
  ],
  race: { block: 64, n: 65, barrier: false },
  // The last warp of 100 threads has four lanes: its sum is undefined, and nobody adds it.
  mistake: k => {
    const races = !k.barrier && k.block > 32, loses = k.block === 100 && k.n > 97;
    return (races || loses) && {
      faults: races ? ["race in shared memory"] : [], perhaps: ["read of memory never written"], wrong: races ? "perhaps" : true,
    };
  },
});
