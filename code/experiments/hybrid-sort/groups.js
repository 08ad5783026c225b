// Sorts keys that stand in the order of bins by networks of twelve, with and without the merge: how many keys a bin may have.
"use strict";
{
  const group = 12, count = 32 * group;

  /**
   * Bins of `size` keys, but for the first; a key's upper half is the number of its bin.
   * @param {{ size: number, first: number, order: string }} k
   */
  const keysOf = ({ size, first, order }) => {
    const next = numbers.random(19680430);
    const binOf = (/** @type {number} */ i) => (i < first ? 0 : 1 + Math.floor((i - first) / size));
    return numbers.fill(Uint32Array, count, i => binOf(i) * 65536 + (order === "random" ? next() >>> 16 : count - i));
  };

  /**
   * What each thread does, from this element of its group on.
   * @param {Uint32Array} keys
   * @param {number} from
   */
  const sortGroups = (keys, from) => {
    for (let i = from; i < count; i += group) keys.subarray(i, i + group).sort();
  };

  experiment("hybrid-sort/groups", {
    knobs: {
      size: { label: "Keys per bin", from: 1, to: 12, value: 7 },
      first: { label: "Keys in the first bin", from: 1, to: 12, value: 1 },
      order: { label: "Keys of a bin come", options: ["random", "falling"], value: "random" },
      merge: { label: "Merge across the borders of groups", value: true },
    },
    memory: k => ({ x: keysOf(k), y: numbers.unwritten(Uint32Array, count) }),
    launch: k => ({ kernel: "sort_groups", grid: 1, block: 32, arguments: ["x", "y", u8(Number(k.merge))] }),
    reference: (_, { x }) => ({ y: x.slice().sort() }),
    counts: ["barriers", "integer_instructions", "warp_instructions", "shared_store_requests", "wavefronts per shared store", "shared_load_requests"],
    traced: "shared",
    mistake: k => {
      const keys = keysOf(k), sorted = keys.slice().sort();
      sortGroups(keys, 0);
      if (k.merge) sortGroups(keys, group / 2);
      return keys.some((key, i) => key !== sorted[i]) && { faults: [], wrong: true };
    },
  });
}
