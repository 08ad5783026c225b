// Copies elements of vector types: the loads that each takes, their sectors, and where such elements may begin.
"use strict";
{
  /** @type {Record<string, [number, NumbersType, number]>} */
  const types = { // components, the arrays that hold them, and bytes that they are aligned to
    char1: [1, Uint8Array, 1],
    char2: [2, Uint8Array, 2],
    char3: [3, Uint8Array, 1],
    char4: [4, Uint8Array, 4],
    float1: [1, Float32Array, 4],
    float2: [2, Float32Array, 8],
    float3: [3, Float32Array, 4],
    float4: [4, Float32Array, 16],
    double1: [1, Float64Array, 8],
    double2: [2, Float64Array, 16],
  };
  // Of the results, which have four more after the fourth.
  const nth = (/** @type {string} */ type) => Object.keys(types).indexOf(type) + (type.startsWith("char") ? 0 : 4);

  experiment("warps/types", {
    knobs: {
      type: { label: "Type of the elements", options: Object.keys(types), value: "float1" },
      start: { label: "Bytes before the first one", from: 0, to: 32, value: 0 },
      n: { label: "Elements, n", from: 1, to: 256, value: 32 },
    },
    memory: k => {
      const [components, Type] = types[k.type], to = numbers.unwritten(Type, k.n * components);
      const from = new Uint8Array(k.start + to.byteLength);
      from.set(new Uint8Array(numbers.fill(Type, to.length, i => i % 200 + 1).buffer), k.start);
      return { from, to };
    },
    launch: k => ({
      kernel: `copy_elements<${k.type}>`, grid: 1, block: 256,
      arguments: [{ array: "from", offset: k.start }, "to", u64(k.n)],
    }),
    reference: (k, { from }) => ({ to: new types[k.type][1](from.slice(k.start).buffer) }),
    counts: [
      "global_load_requests", "sectors per load request", "global_load_sectors", "global_store_requests", "global_store_sectors",
    ],
    traced: "global",
    records: {
      "warps-type-times": "type ms",
      "warps-counters": "kernel=copy_elements grid block global_load_requests global_load_sectors global_store_requests global_store_sectors",
    },
    recorded: k => k.start > 0 ? [] : [
      k.n === 32 && { result: "warps-counters", where: { kernel: "copy_elements" }, nth: nth(k.type) },
      { result: "warps-type-times", where: { type: k.type }, of: "256 MiB" },
    ],
    mistake: k => k.start % types[k.type][2] > 0 && { faults: ["misaligned access"], wrong: true },
  });
}
