// Three kernels of one block, which diverge or do not: each pass of a warp through a body is a store request.
"use strict";
{
  /** @type {Record<string, (thread: number) => [number, number]>} where a thread writes, and what at last */
  const ways = {
    loop_to_thread: thread => [thread, thread],
    three_ways: thread => { const way = Math.min(2, Math.floor(thread / 32)); return [thread + 1000 * way, 10 * (way + 1)]; },
    two_ways: thread => thread % 32 < 16 ? [thread, 10] : [thread + 1000, 20],
  };

  experiment("warps/passes", {
    knobs: {
      way: { label: "Kernel", options: Object.keys(ways), value: "loop_to_thread" },
      threads: { label: "Threads, one block", from: 1, to: 128, value: 32 },
    },
    memory: () => ({ marks: numbers.unwritten(Int32Array, 2128) }),
    launch: k => ({ kernel: k.way, grid: 1, block: k.threads, arguments: ["marks"] }),
    reference: (k, { marks }) => {
      const wanted = marks.slice();
      for (let thread = 0; thread < k.threads; ++thread) {
        const [place, mark] = ways[k.way](thread);
        wanted[place] = mark;
      }
      return { marks: wanted };
    },
    counts: ["global_store_requests", "global_store_sectors", "divergent_branches", "warp_instructions", "lanes per instruction"],
    traced: "global",
    records: {
      "warps-counters": "kernel=loop_to_thread|three_ways|two_ways grid block global_store_requests global_store_sectors",
    },
    recorded: k => [{ result: "warps-counters", where: { kernel: k.way, block: `${k.threads}x1x1` } }],
  });
}
