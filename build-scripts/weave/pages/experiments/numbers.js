// What arrays hold before a launch. Equal settings give equal numbers.
"use strict";

const numbers = (() => {
  /**
   * Whole numbers from 0 to below 2^32, in an order that `seed` gives (Steele, Lea and Flood's SplitMix, on 32 bits).
   * @param {number} seed
   */
  const random = seed => () => {
    seed = (seed + 0x9e3779b9) | 0;
    let word = seed;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };

  /**
   * @template {Numbers} Made
   * @param {{ new (count: number): Made }} Type
   * @param {number} count
   * @param {(i: number) => number} valueOf
   */
  const fill = (Type, count, valueOf) => {
    const made = new Type(count);
    for (let i = 0; i < count; ++i) made[i] = valueOf(i);
    return made;
  };

  return {
    random,
    fill,

    /**
     * Bytes of 0xff, by which a place that is never written can be told.
     * @template {Numbers} Made
     * @param {{ new (count: number): Made }} Type
     * @param {number} count
     */
    unwritten: (Type, count) => {
      const made = new Type(count);
      new Uint8Array(made.buffer).fill(0xff);
      return made;
    },

    kinds: ["random", "sorted", "its index", "all ones"],

    /**
     * Whole numbers from 0 to 99 of one of these kinds.
     * @template {Numbers} Made
     * @param {{ new (count: number): Made }} Type
     * @param {number} count
     * @param {number | string} kind
     */
    of: (Type, count, kind) => {
      if (kind === "its index") return fill(Type, count, i => i);
      if (kind === "all ones") return fill(Type, count, () => 1);
      const next = random(20120417), made = fill(Type, count, () => next() % 100);
      if (kind === "sorted") made.sort();
      return made;
    },
  };
})();

/**
 * Arguments of a kernel that are numbers, by their types.
 * @param {number} value
 * @returns {Argument}
 */
const u64 = value => ({ type: "u64", value });
/**
 * @param {number} value
 * @returns {Argument}
 */
const s32 = value => ({ type: "s32", value });
/**
 * @param {number} value
 * @returns {Argument}
 */
const f32 = value => ({ type: "f32", value });
/**
 * Of a structure that is empty, too.
 * @param {number} value
 * @returns {Argument}
 */
const u8 = value => ({ type: "u8", value });
