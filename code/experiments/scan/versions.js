// Scans with one block in log steps, up and down, and in warps: rounds, conflicts and barriers, and what each barrier is for.
"use strict";
{
  /** @type {Record<string, [string, number, number, string, number]>} its kernel, bytes of shared memory per element and barriers in the code; in results its name, and which of the kernel's launches it is */
  const ways = {
    "log steps": ["scan_in_steps<int", 8, 2, "steps", 0],
    "up and down, dense": ["scan_in_sweeps<Dense, int", 4, 3, "sweeps", 0],
    "up and down, padded": ["scan_in_sweeps<Padded, int", 4 + 4 / 32, 3, "padded", 1],
    "warps, rows of 32": ["scan_blocks<SIZE, 32, int", 0, 2, "stride-32", 0],
    "warps, rows of 33": ["scan_blocks<SIZE, 33, int", 0, 2, "stride-33", 1],
    "warps, by shuffles": ["scan_blocks_by_shuffles<SIZE, int", 0, 1, "shuffles", 0],
  };
  const leftOut = ["none", "the first", "the second", "the third"];

  /** @param {number} n */
  const sizeOf = n => (n <= 64 ? 64 : n <= 256 ? 256 : 1024);

  /** @param {{ way: string, n: number }} k */
  const threadsOf = k => (k.way.startsWith("up") ? sizeOf(k.n) / 2 : sizeOf(k.n));

  /** @param {{ way: string, barrier: string }} k */
  const races = k => leftOut.indexOf(k.barrier) > 0 && leftOut.indexOf(k.barrier) <= ways[k.way][2];

  experiment("scan/versions", {
    knobs: {
      way: { label: "Scan", options: Object.keys(ways), value: "log steps" },
      n: { label: "Numbers to scan, n", from: 1, to: 1024, value: 1024 },
      kind: { label: "The numbers", options: numbers.kinds, value: "random" },
      barrier: { label: "Left out of its barriers", options: leftOut, value: "none" },
    },
    memory: k => ({ x: numbers.of(Int32Array, k.n, k.kind), y: numbers.unwritten(Int32Array, k.n) }),
    launch: k => ({
      kernel: `${races(k) ? `${k.barrier.replace("the ", "without_")}::` : ""}${ways[k.way][0].replace("SIZE", String(sizeOf(k.n)))}, Sum<int>>`,
      grid: 1,
      block: threadsOf(k),
      shared: ways[k.way][1] * sizeOf(k.n),
      arguments: ["x", k.way.startsWith("warps") ? u64(k.n) : s32(k.n), "y", u8(0)],
    }),
    // The scan up and down is the exclusive one.
    reference: (k, { x }) => {
      let sum = 0;
      return { y: numbers.fill(Int32Array, k.n, i => (sum += x[i]) - (k.way.startsWith("up") ? x[i] : 0)) };
    },
    counts: ["barriers", "warp_instructions", "lanes per instruction", "shared_load_requests", "shared_load_wavefronts", "shared_store_wavefronts", "shuffles"],
    traced: "shared",
    records: {
      "scan-counters": "kernel=scan_(in_(steps|sweeps)|blocks|blocks_by_shuffles) grid block warp_instructions thread_instructions shared_load_requests shared_load_wavefronts shared_store_requests shared_store_wavefronts barriers shuffles",
      "scan-full": "variant ms",
      "scan-blocks": "variant block n ms",
    },
    recorded: k => {
      const [kernel, , , variant, nth] = ways[k.way], size = sizeOf(k.n);
      return races(k) ? [] : [
        { result: "scan-counters", where: { kernel: kernel.replace(/<.*/, ""), block: `${threadsOf(k)}x1x1` }, nth },
        size === 1024 && { result: "scan-full", where: { variant }, of: "a GPU full of such blocks" },
        { result: "scan-blocks", where: { variant, block: size }, of: `blocks of ${size}` },
      ];
    },
    race: { way: "warps, by shuffles", n: 64, barrier: "the first" },
    // A single result is written by the thread that reads it.
    mistake: k => races(k) && (k.n > 1 || k.barrier !== "the third") && {
      faults: ["race in shared memory"], perhaps: ["read of memory never written"], wrong: "perhaps",
    },
  });
}
