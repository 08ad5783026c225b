// Lanes that take turns by a lock: in lockstep, where a warp has one program counter, they wait for ever.
"use strict";
experiment("warps/lock", {
  knobs: {
    threads: { label: "Threads per block", from: 1, to: 8, value: 4 },
    blocks: { label: "Blocks", from: 1, to: 2, value: 1 },
    fences: { label: "The fences", value: true },
  },
  memory: () => ({ lock: new Int32Array(1), count: new Int32Array(1) }),
  launch: k => ({
    kernel: `${k.fences ? "" : "without_fences::"}count_under_lock`, grid: k.blocks, block: k.threads, arguments: ["lock", "count"],
  }),
  reference: k => ({ lock: new Int32Array(1), count: Int32Array.of(k.blocks * k.threads) }),
  counts: ["global_atomic_requests", "global_atomic_lanes", "divergent_branches", "warp_instructions", "lanes per instruction"],
  traced: "none",
  race: { threads: 1, blocks: 2, fences: false },
  // In lockstep the first lane to get the lock keeps it, and nobody else comes to the count.
  mistake: k => {
    const stuck = k.schedule === "lockstep" && k.threads > 1, races = !k.fences && k.blocks * k.threads > 1;
    return (stuck || races) && { faults: [stuck ? "deadlock" : "race in global memory"], wrong: stuck || "perhaps" };
  },
});
