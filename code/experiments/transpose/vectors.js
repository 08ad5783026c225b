// Transposes by 16 bytes per thread: fewer requests for the same sectors, and sides that are no multiples of four.
"use strict";
{
  const few = "by_few_threads<unsigned int>";

  /** @param {string} way  its tile's side, its threads, and whether its blocks go down the rows */
  const shapeOf = way => (way === few ? [32, 256, 0] : (way.match(/\d+/g) ?? []).map(Number).concat(Number(way.endsWith("true>"))));

  /** @param {{ rows: number, columns: number }} k */
  const fits = ({ rows, columns }) => rows % 4 === 0 && columns % 4 === 0;

  experiment("transpose/vectors", {
    knobs: {
      way: {
        label: "Kernel", value: "by_vectors<64, 512, true>",
        options: [few, ...["32, 128, true", "32, 256, true", "64, 256, true", "64, 512, true", "64, 512, false", "64, 1024, true"].map(each => `by_vectors<${each}>`)],
      },
      rows: { label: "Rows", from: 1, to: 136, value: 128 },
      columns: { label: "Columns", from: 1, to: 136, value: 128 },
      barrier: { label: "The barrier", value: true },
    },
    memory: k => ({
      x: numbers.fill(Uint32Array, k.rows * k.columns, i => i),
      y: numbers.unwritten(Uint32Array, k.rows * k.columns),
    }),
    launch: k => {
      const [side, threads, down] = shapeOf(k.way), across = Math.ceil(k.columns / side), along = Math.ceil(k.rows / side);
      return {
        kernel: `${k.barrier ? "" : "without_barrier::"}${k.way}`, grid: down ? [along, across] : [across, along],
        block: k.way === few ? [32, 8] : threads, arguments: ["x", "y", s32(k.rows), s32(k.columns)],
      };
    },
    reference: (k, { x }) => ({ y: numbers.fill(Uint32Array, k.rows * k.columns, i => x[i % k.rows * k.columns + Math.floor(i / k.rows)]) }),
    counts: [
      "global_load_requests", "sectors per load request", "global_store_requests", "sectors per store request", "shared_load_requests",
      "wavefronts per shared load", "shared_store_requests", "wavefronts per shared store", "barriers",
    ],
    traced: "both",
    records: {
      "transpose-tuning": "side threads down n=4096|16384 ms",
      "transpose-times": "variant=few-threads n=4096|16384 ms",
      "transpose-counters": "kernel=by_(few_threads|vectors) grid block global_load_requests global_load_sectors global_store_requests global_store_sectors shared_load_requests shared_load_wavefronts shared_store_requests shared_store_wavefronts",
    },
    recorded: k => {
      const [side, threads, down] = shapeOf(k.way), isFew = k.way === few;
      return !k.barrier || !fits(k) ? [] : [
        (isFew || k.way === "by_vectors<64, 512, true>") && { result: "transpose-counters", where: { kernel: k.way.replace(/<.*/, "") } },
        ...[4096, 16384].map(n => ({
          result: isFew ? "transpose-times" : "transpose-tuning", where: isFew ? { variant: "few-threads", n } : { side, threads, down, n }, of: "n × n floats",
        })),
      ];
    },
    mistake: k => {
      const isRefused = k.way !== few && !fits(k), races = !k.barrier && k.rows * k.columns > 1;
      if (isRefused) {
        const faults = [k.rows * k.columns > 1 ? "misaligned access" : "access out of bounds"];
        return { faults, perhaps: ["access out of bounds", "race in shared memory"].filter(each => each !== faults[0]), wrong: true };
      }
      return races && { faults: ["race in shared memory"], perhaps: ["read of memory never written"], wrong: "perhaps" };
    },
  });
}
