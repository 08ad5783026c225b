// Adds two arrays by the chapter's kernels and by two that are wrong: which sizes, blocks and numbers show it.
"use strict";
{
  /** @type {Record<string, (n: number, threads: number) => number>} */
  const blocks = {
    "n / threads, rounded up": (n, threads) => Math.ceil(n / threads),
    "n / threads + 1": (n, threads) => Math.floor(n / threads) + 1,
    "n / threads, at least 1": (n, threads) => Math.max(1, Math.floor(n / threads)),
  };

  /** @type {Record<string, (n: number) => Float32Array>} */
  const seconds = {
    "2 everywhere": n => numbers.fill(Float32Array, n, () => 2),
    "2 + i": n => numbers.fill(Float32Array, n, i => 2 + i),
    "random": n => numbers.of(Float32Array, n, "random"),
  };

  experiment("execution-model/mistakes", {
    knobs: {
      way: { label: "Kernel", options: ["add", "add_in_one_block", "add_once_more", "add_without_bounds"], value: "add" },
      n: { label: "Elements, n", from: 1, to: 1024, value: 1000 },
      b: { label: "The elements of b", options: Object.keys(seconds), value: "2 everywhere" },
      threads: { label: "Threads per block", options: [4, 32, 64, 128, 256], value: 128 },
      blocks: { label: "Blocks", options: Object.keys(blocks), value: "n / threads, rounded up" },
    },
    memory: k => ({ a: numbers.fill(Float32Array, k.n, i => i), b: seconds[k.b](k.n), c: numbers.unwritten(Float32Array, k.n) }),
    launch: k => k.way === "add_in_one_block" ? { kernel: k.way, grid: 1, block: k.n, arguments: ["a", "b", "c"] } : {
      kernel: k.way, grid: blocks[k.blocks](k.n, k.threads), block: k.threads,
      arguments: k.way === "add_without_bounds" ? ["a", "b", "c"] : ["a", "b", "c", s32(k.n)],
    },
    reference: (k, { a, b }) => ({ c: numbers.fill(Float32Array, k.n, i => a[i] + b[i]) }),
    counts: ["global_load_requests", "global_load_sectors", "sectors per load request", "global_store_sectors", "lanes per instruction"],
    traced: "global",
    records: {
      "execution-model-counters": "kernel=add grid block global_load_requests global_load_sectors global_store_sectors",
    },
    recorded: k => k.way === "add" && k.n === 1000 && k.threads === 128 ? [{ result: "execution-model-counters", where: { kernel: "add" } }] : [],
    mistake: k => {
      if (k.way === "add_in_one_block") return null;
      const threads = k.threads * blocks[k.blocks](k.n, k.threads), b = seconds[k.b](k.n);
      // The only element of b is b[0].
      const strays = k.way === "add_without_bounds" ? threads > k.n : k.way === "add_once_more" && k.n === 1;
      const differs = k.way === "add_once_more" && b.some(each => each !== b[1]);
      return (strays || differs || threads < k.n) && { faults: strays ? ["access out of bounds"] : [], wrong: strays ? "perhaps" : true };
    },
  });
}
