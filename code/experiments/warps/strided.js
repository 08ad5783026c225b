// Copies every stride-th number: the sectors that a request touches, and what a copy without bounds does.
"use strict";
experiment("warps/strided", {
  knobs: {
    stride: { label: "Stride", from: 1, to: 33, value: 1 },
    offset: { label: "Offset", from: 0, to: 32, value: 0 },
    n: { label: "Numbers to copy, n", from: 1, to: 1024, value: 256 },
    block: { label: "Threads per block", options: [32, 64, 128, 256, 100], value: 256 },
  },
  memory: k => ({
    from: numbers.fill(Float32Array, k.offset + k.stride * (k.n - 1) + 1, i => i),
    to: numbers.unwritten(Float32Array, k.n),
  }),
  launch: k => ({
    kernel: "copy_strided",
    grid: Math.ceil(k.n / k.block),
    block: k.block,
    arguments: ["from", "to", u64(k.n), u64(k.stride), u64(k.offset)],
  }),
  reference: (k, { from }) => ({ to: numbers.fill(Float32Array, k.n, i => from[k.offset + k.stride * i]) }),
  counts: [
    "sectors per load request", "global_load_requests", "global_load_sectors", "sectors per store request", "global_store_sectors",
    "lanes per instruction",
  ],
  traced: "global",
  records: {
    "warps-strides": "stride n ms",
    "warps-offsets": "offset n ms",
    "warps-counters": "kernel=copy_strided grid block warp_instructions thread_instructions global_load_requests global_load_sectors global_store_requests global_store_sectors",
  },
  // The counters are of strides 1 to 32, then of offsets from 0 on, in one launch each.
  recorded: k => k.block !== 256 ? [] : [
    k.offset === 0 && { result: "warps-strides", where: { stride: k.stride } },
    k.offset === 0 && k.stride <= 32 && { result: "warps-counters", where: { kernel: "copy_strided" }, nth: k.stride - 1 },
    k.stride === 1 && k.offset > 0 && { result: "warps-offsets", where: { offset: k.offset } },
  ],
});
