// Sums of a warp in shared memory: with both barriers of a step, with one of them, or as warps before Volta could do it.
"use strict";
{
  /** @type {Record<string, string>} */
  const kernels = {
    "two": "sum_with_barriers",
    "after the writes only": "without_the_first::sum_with_barriers",
    "after the reads only": "without_the_second::sum_with_barriers",
    "none, in lockstep": "sum_in_lockstep",
  };

  experiment("trapezoid-2/lockstep", {
    knobs: {
      barriers: { label: "Barriers of a step", options: Object.keys(kernels), value: "two" },
      kind: { label: "The numbers", options: numbers.kinds, value: "random" },
    },
    memory: k => ({ values: numbers.of(Float32Array, 32, k.kind), sums: numbers.unwritten(Float32Array, 32) }),
    launch: k => ({ kernel: kernels[k.barriers], grid: 1, block: 32, arguments: ["values", "sums"] }),
    reference: (_, { values }) => ({ sums: numbers.fill(Float32Array, 32, () => Array.from(values).reduce((sum, each) => sum + each, 0)) }),
    counts: ["warp_barriers", "shared_load_requests", "shared_store_requests", "wavefronts per shared load", "warp_instructions", "lanes per instruction"],
    traced: "shared",
    mistake: k => k.barriers !== "two" && { faults: ["race in shared memory"], wrong: false },
  });
}
