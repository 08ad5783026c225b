// Lanes that take their neighbours' values through shared memory: with a barrier of the warp, or in the hope of lockstep.
"use strict";
experiment("warps/neighbour", {
  knobs: {
    threads: { label: "Threads of the warp", from: 1, to: 32, value: 32 },
    barrier: { label: "__syncwarp()", value: true },
  },
  memory: k => ({ values: numbers.fill(Int32Array, k.threads, i => 100 + i) }),
  launch: k => ({ kernel: k.barrier ? "take_from_neighbour" : "take_from_neighbour_in_lockstep", grid: 1, block: k.threads, arguments: ["values"] }),
  reference: (k, { values }) => ({ values: numbers.fill(Int32Array, k.threads, i => values[(i + 1) % k.threads]) }),
  counts: ["shared_store_requests", "shared_load_requests", "warp_instructions", "lanes per instruction"],
  traced: "shared",
  // Of fewer lanes, the last one has no neighbour.
  mistake: k => {
    const races = !k.barrier && k.threads > 1, isShort = k.threads < 32;
    return (races || isShort) && { faults: races ? ["race in shared memory"] : [], wrong: isShort || "perhaps" };
  },
});
