// Compacts the elements of a warp or of a block: ranks by a ballot, and the counts of the warps through shared memory.
"use strict";
{
  /** @param {string} way */
  const threadsOf = way => Number(/\d+/.exec(way)?.[0] ?? 32);

  /**
   * @param {Numbers} x
   * @param {number} limit
   */
  const keptOf = (x, limit) => Array.from(x).filter(each => each < limit);

  experiment("compaction/ranks", {
    knobs: {
      way: { label: "Kernel", options: ["compact_in_warp", "compact_in_block<64>", "compact_in_block<128>", "compact_in_block<256>"], value: "compact_in_warp" },
      n: { label: "Elements, n", from: 1, to: 256, value: 20 },
      limit: { label: "Keep what is below", from: 0, to: 100, value: 50 },
      kind: { label: "The elements", options: numbers.kinds, value: "random" },
      barrier: { label: "The barrier of the block", value: true },
    },
    memory: k => ({ x: numbers.of(Int32Array, k.n, k.kind), y: numbers.unwritten(Int32Array, k.n), kept: numbers.unwritten(Int32Array, 1) }),
    launch: k => {
      const isWarp = k.way === "compact_in_warp", [name, threads] = k.way.split(/(?=<)/);
      return {
        kernel: isWarp ? `${name}<int, Below<int>>` : `${k.barrier ? "" : "without_barrier::"}${name}${threads.slice(0, -1)}, int, Below<int>>`,
        grid: 1,
        block: threadsOf(k.way),
        arguments: ["x", s32(k.n), "y", "kept", s32(k.limit)],
      };
    },
    reference: (k, { x, y }) => {
      const kept = keptOf(x, k.limit);
      return { y: numbers.fill(Int32Array, k.n, i => kept[i] ?? y[i]), kept: Int32Array.of(kept.length) };
    },
    counts: ["votes", "barriers", "shared_store_requests", "shared_load_requests", "global_load_requests", "global_store_sectors", "warp_instructions"],
    traced: "both",
    records: {
      "compaction-counters": "kernel=compact_in_warp grid block global_load_requests global_load_sectors global_store_requests global_store_sectors",
    },
    // It was counted for eight elements, some of which are kept.
    recorded: k => k.way === "compact_in_warp" && k.n === 8 && keptOf(numbers.of(Int32Array, k.n, k.kind), k.limit).length > 0
      ? [{ result: "compaction-counters", where: { kernel: "compact_in_warp" } }] : [],
    race: { way: "compact_in_block<64>", n: 64, barrier: false },
    mistake: k => {
      const races = !k.barrier && k.way !== "compact_in_warp", rest = numbers.of(Int32Array, k.n, k.kind).slice(threadsOf(k.way));
      const isShort = keptOf(rest, k.limit).length > 0;
      return (races || isShort) && {
        faults: races ? ["race in shared memory"] : [], perhaps: ["read of memory never written", "race in global memory"], wrong: isShort || "perhaps",
      };
    },
  });
}
