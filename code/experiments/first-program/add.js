// Adds two arrays: too few threads, too many, and a bound that is forgotten.
"use strict";
experiment("first-program/add", {
  knobs: {
    n: { label: "Numbers to add, n", from: 1, to: 2000, value: 1000 },
    blocks: { label: "Blocks", from: 1, to: 8, value: 4 },
    threads: { label: "Threads per block", options: [32, 64, 128, 256, 512], value: 256 },
    bound: { label: "if (i < n)", value: true },
  },
  memory: k => ({
    a: numbers.fill(Float32Array, k.n, i => i),
    b: numbers.fill(Float32Array, k.n, i => 2 * i),
    c: numbers.unwritten(Float32Array, k.n),
  }),
  launch: k => ({
    kernel: k.bound ? "add" : "no_check::add",
    grid: k.blocks,
    block: k.threads,
    arguments: ["a", "b", "c", s32(k.n)],
  }),
  reference: (k, { a, b }) => ({ c: numbers.fill(Float32Array, k.n, i => a[i] + b[i]) }),
  counts: ["thread_instructions"],
  remark: k => {
    const spare = k.blocks * k.threads - k.n, many = Math.abs(spare), has = many === 1 ? "has" : "have";
    if (spare < 0) return `${many} of the elements ${has} no thread.`;
    return spare ? `${many} of the threads ${has} no element.` : "Each thread has an element, and each element a thread.";
  },
  traced: "global",
  mistake: k => {
    const threads = k.blocks * k.threads, strays = !k.bound && threads > k.n;
    return (strays || threads < k.n) && { faults: strays ? ["access out of bounds"] : [], wrong: strays ? "perhaps" : true };
  },
});
