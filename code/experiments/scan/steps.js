// Scans in log steps: two arrays, or one of which a part is read that another thread has just written.
"use strict";
experiment("scan/steps", {
  knobs: {
    arrays: { label: "Arrays in shared memory", options: ["two", "one"], value: "two" },
    block: { label: "Threads, one block", options: [8, 16, 32, 64, 128, 256], value: 64 },
    n: { label: "Numbers to scan, n", from: 1, to: 256, value: 64 },
    kind: { label: "The numbers", options: numbers.kinds, value: "random" },
    barriers: { label: "The barriers", value: true },
  },
  memory: k => ({ x: numbers.of(Int32Array, k.n, k.kind), y: numbers.unwritten(Int32Array, k.n) }),
  launch: k => ({
    kernel: `${k.barriers ? "" : "without_barriers::"}scan_in_${k.arrays === "two" ? "steps" : "one_buffer"}<int, Sum<int>>`,
    grid: 1,
    block: k.block,
    shared: 4 * k.block * (k.arrays === "two" ? 2 : 1),
    arguments: ["x", s32(k.n), "y", u8(0)],
  }),
  reference: (k, { x }) => {
    let sum = 0;
    return { y: numbers.fill(Int32Array, k.n, i => (sum += x[i])) };
  },
  counts: ["barriers", "warp_instructions", "lanes per instruction", "shared_load_requests", "shared_load_wavefronts", "shared_store_wavefronts"],
  traced: "shared",
  race: { block: 64, n: 64, barriers: false },
  mistake: k => {
    const races = !k.barriers || k.arrays === "one";
    return (races || k.block < k.n) && {
      faults: races ? ["race in shared memory"] : [], perhaps: ["read of memory never written"], wrong: k.block < k.n ? true : "perhaps",
    };
  },
});
