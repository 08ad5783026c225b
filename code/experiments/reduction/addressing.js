// Sums blocks of numbers in three ways: which threads work in a round, and on which elements.
"use strict";
experiment("reduction/addressing", {
  knobs: {
    way: { label: "Kernel", options: ["modulo", "strided", "sequential"], value: "modulo" },
    block: { label: "Threads per block", options: [32, 64, 128, 256, 512], value: 128 },
    n: { label: "Numbers to add, n", from: 1, to: 1024, value: 256 },
    kind: { label: "The numbers", options: numbers.kinds, value: "random" },
    barriers: { label: "The barriers", value: true },
  },
  memory: k => ({
    x: numbers.of(Int32Array, k.n, k.kind),
    y: numbers.unwritten(Int32Array, Math.ceil(k.n / k.block)),
  }),
  launch: k => ({
    kernel: `${k.barriers ? "" : "without_barriers::"}reduce_${k.way}<int, Sum<int>>`,
    grid: Math.ceil(k.n / k.block),
    block: k.block,
    shared: 4 * k.block,
    arguments: ["x", u64(k.n), "y", u8(0)],
  }),
  reference: (k, { x }) => ({
    y: numbers.fill(Int32Array, Math.ceil(k.n / k.block), b => Array.from(x.slice(b * k.block, (b + 1) * k.block)).reduce((sum, each) => sum + each, 0)),
  }),
  counts: [
    "warp_instructions", "lanes per instruction", "divergent_branches", "wavefronts per shared load", "shared_load_wavefronts",
    "shared_store_wavefronts", "barriers",
  ],
  traced: "shared",
  records: {
    "reduction-ladder": "variant type=int n ms",
    "reduction-counters": "kernel=reduce_(modulo|strided|sequential) grid block warp_instructions thread_instructions shared_load_requests shared_load_wavefronts shared_store_requests shared_store_wavefronts barriers",
  },
  race: { block: 64, n: 64, barriers: false },
  recorded: k => k.block !== 256 || !k.barriers ? [] : [
    { result: "reduction-counters", where: { kernel: `reduce_${k.way}` } },
    { result: "reduction-ladder", where: { variant: k.way, type: "int" }, of: "the whole sum" },
  ],
  mistake: k => !k.barriers && { faults: ["race in shared memory"], perhaps: ["read of memory never written"], wrong: "perhaps" },
});
