// Adds two arrays with more and more bytes that a thread waits for: what is counted hardly changes, and the time does.
"use strict";
{
  /** @type {Record<string, [number, string]>} elements per thread, and the name in results */
  const ways = {
    "add_several<1>": [1, "one"],
    "add_several<2>": [2, "two"],
    "add_several<4>": [4, "four"],
    "add_several<8>": [8, "eight"],
    "add_fours": [4, "fours"],
  };

  experiment("bandwidth/waiting", {
    knobs: {
      way: { label: "Kernel", options: Object.keys(ways), value: "add_several<1>" },
      n: { label: "Elements, n", from: 1, to: 4096, value: 2048 },
      threads: { label: "Threads per block", options: [32, 64, 128, 256, 512, 1024], value: 256 },
    },
    memory: k => ({
      a: numbers.fill(Float32Array, k.n, i => i),
      b: numbers.fill(Float32Array, k.n, i => 2 * i),
      c: numbers.unwritten(Float32Array, k.n),
    }),
    launch: k => ({ kernel: k.way, grid: Math.ceil(k.n / (ways[k.way][0] * k.threads)), block: k.threads, arguments: ["a", "b", "c", u64(k.n)] }),
    reference: (k, { a, b }) => ({ c: numbers.fill(Float32Array, k.n, i => a[i] + b[i]) }),
    counts: ["global_load_requests", "global_load_sectors", "sectors per load request", "global_store_requests", "global_store_sectors", "warp_instructions"],
    traced: "global",
    records: {
      "bandwidth-waiting": "variant=one|two|four|eight|one.in.large.blocks n ms",
      "bandwidth-times": "variant=fours n=268435456 ms",
    },
    recorded: k => {
      const variant = k.way === "add_several<1>" && k.threads === 1024 ? "one in large blocks" : ways[k.way][1];
      return k.threads === 256 || variant === "one in large blocks"
        ? [{ result: variant === "fours" ? "bandwidth-times" : "bandwidth-waiting", where: { variant, n: 268435456 } }] : [];
    },
  });
}
