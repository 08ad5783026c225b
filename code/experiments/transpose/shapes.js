// Transposes matrices of any shape and of several types: rows that begin within a sector, and a kernel for squares in place.
"use strict";
{
  /** @type {Record<string, [string, string]>} its kernel, up to the type, and its name in results */
  const ways = {
    "reads in rows": ["read_in_rows<32, ", "read-in-rows"],
    "writes in rows": ["write_in_rows<32, ", "write-in-rows"],
    "32 × 8 threads": ["by_few_threads<", "few-threads"],
    "in place": ["transpose_in_place<", "in-place"],
  };
  /** @type {Record<number, [string, NumbersType]>} by their bytes */
  const types = { 1: ["unsigned char", Uint8Array], 4: ["float", Float32Array], 8: ["double", Float64Array] };

  experiment("transpose/shapes", {
    knobs: {
      way: { label: "Kernel", options: Object.keys(ways), value: "32 × 8 threads" },
      bytes: { label: "Bytes per element", options: [1, 4, 8], value: 4 },
      rows: { label: "Rows", from: 1, to: 100, value: 64 },
      columns: { label: "Columns", from: 1, to: 100, value: 64 },
      barrier: { label: "The barrier", value: true },
    },
    memory: k => {
      const [, Type] = types[k.bytes], count = k.rows * k.columns;
      return { x: numbers.fill(Type, count, i => i), ...k.way === "in place" ? {} : { y: numbers.unwritten(Type, count) } };
    },
    launch: k => {
      const inPlace = k.way === "in place", hasTile = inPlace || k.way.startsWith("32"), across = Math.ceil(k.columns / 32), down = Math.ceil(k.rows / 32);
      return {
        kernel: `${k.barrier || !hasTile ? "" : "without_barrier::"}${ways[k.way][0]}${types[k.bytes][0]}>`,
        grid: inPlace ? [down, down] : k.way === "writes in rows" ? [down, across] : [across, down],
        block: [32, hasTile ? 8 : 32],
        arguments: inPlace ? ["x", s32(k.rows)] : ["x", "y", s32(k.rows), s32(k.columns)],
      };
    },
    reference: (k, { x }) => ({
      [k.way === "in place" ? "x" : "y"]: numbers.fill(types[k.bytes][1], k.rows * k.columns, i => x[i % k.rows * k.columns + Math.floor(i / k.rows)]),
    }),
    counts: [
      "sectors per load request", "sectors per store request", "global_load_requests", "global_store_requests", "wavefronts per shared load",
      "wavefronts per shared store", "warp_instructions",
    ],
    traced: "both",
    records: {
      "transpose-words": "variant=few-threads bytes=4 rows=819[12] columns=819[123] ms",
      "transpose-types": "bytes=1|8 n ms",
      "transpose-shapes": "variant=in-place rows columns ms",
      "transpose-times": "variant=(read|write)-in-rows n=8192 ms",
    },
    // Large matrices whose rows begin where sectors do, or not, as those of this one and of its transpose.
    recorded: k => {
      const [, variant] = ways[k.way], aligned = k.columns % 8 === 0, target = k.rows % 8 === 0;
      const rows = target ? 8192 : 8191, columns = aligned ? 8192 : target ? 8191 : 8193;
      return !k.barrier ? [] : k.way === "32 × 8 threads" ? [
        k.bytes === 4 && { result: "transpose-words", where: { variant, bytes: 4, rows, columns }, of: `${rows} × ${columns} floats` },
        k.bytes !== 4 && aligned && target && { result: "transpose-types", where: { bytes: k.bytes }, of: "n × n elements" },
      ] : k.bytes !== 4 || !aligned || !target ? [] : [
        k.way === "in place" ? { result: "transpose-shapes", where: { variant }, of: "8192 × 8192 floats" }
          : { result: "transpose-times", where: { variant, n: 8192 }, of: "n × n floats" },
      ];
    },
    // In place it takes every matrix for a square; a single row is as it was.
    mistake: k => {
      const inPlace = k.way === "in place", lacks = inPlace && k.rows > k.columns, oblong = inPlace && k.rows > 1 && k.rows !== k.columns;
      const races = !k.barrier && (inPlace ? k.rows > 1 : k.way.startsWith("32") && k.rows * k.columns > 1), race = "race in shared memory";
      return (races || oblong) && {
        faults: lacks ? ["access out of bounds"] : races ? [race] : [], perhaps: lacks ? [race] : ["read of memory never written"], wrong: oblong || "perhaps",
      };
    },
  });
}
