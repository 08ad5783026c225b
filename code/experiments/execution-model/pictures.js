// Adds two pictures: the shape of a block decides which pixels a warp has.
"use strict";
experiment("execution-model/pictures", {
  knobs: {
    shape: { label: "Threads of a block, x × y", options: ["32 × 8", "256 × 1", "16 × 16", "8 × 32", "4 × 64", "1 × 256"], value: "32 × 8" },
    width: { label: "Width", from: 1, to: 100, value: 64 },
    height: { label: "Height", from: 1, to: 100, value: 24 },
  },
  memory: k => ({
    a: numbers.fill(Float32Array, k.width * k.height, i => i),
    b: numbers.fill(Float32Array, k.width * k.height, i => 1000 * i),
    c: numbers.unwritten(Float32Array, k.width * k.height),
  }),
  launch: k => {
    const [x, y] = k.shape.split(" × ").map(Number);
    return {
      kernel: "add_pictures", grid: [Math.ceil(k.width / x), Math.ceil(k.height / y)], block: [x, y],
      arguments: ["a", "b", "c", s32(k.width), s32(k.height)],
    };
  },
  reference: (k, { a, b }) => ({ c: numbers.fill(Float32Array, k.width * k.height, i => a[i] + b[i]) }),
  counts: ["sectors per load request", "global_load_requests", "global_load_sectors", "warp_instructions", "lanes per instruction"],
  traced: "global",
});
