// Sums of warps in shared memory, so many words apart: which strides make the banks conflict.
"use strict";
experiment("trapezoid-3/banks", {
  knobs: {
    stride: { label: "Words from sum to sum", options: [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 31, 32, 33], value: 1 },
  },
  memory: () => ({ sum: numbers.unwritten(Float32Array, 1) }),
  launch: k => ({ kernel: `collect_with_stride<${k.stride}>`, grid: 1, block: 1024, arguments: ["sum"] }),
  reference: () => ({ sum: Float32Array.of(1024) }),
  counts: [
    "shared_load_requests", "shared_load_wavefronts", "wavefronts per shared load", "shared_store_requests", "shared_store_wavefronts",
  ],
  traced: "shared",
  records: {
    "trapezoid-3-counters": "kernel=collect_with_stride grid block shared_load_requests shared_load_wavefronts shared_store_requests shared_store_wavefronts",
  },
  // One launch each, in this order.
  recorded: k => [1, 32, 33].includes(k.stride)
    ? [{ result: "trapezoid-3-counters", where: { kernel: "collect_with_stride" }, nth: [1, 32, 33].indexOf(k.stride) }] : [],
});
