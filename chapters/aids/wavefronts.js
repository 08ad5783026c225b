// What the lanes of a warp ask of shared memory, and in how many wavefronts its banks serve that: the rule by which the
// simulator counts (traffic.cpp). `share` neighbouring lanes at a time take one element of a tile, whose elements have
// `size` bytes: of its first column, a row each, or row by row, every `stride`th. Between its rows of `columns`
// elements `padding` more are left free; swizzled, an element stands in its row where its column exclusive-or its row says.
"use strict";

const wavefronts = (() => {
  /** @typedef {{ size: number, columns: number, padding: number, stride: number, share: number }} Numbers */
  /** @typedef {Numbers & { down: boolean, swizzled: boolean, store: boolean }} Choice */
  /**
   * A word and the lanes that ask for it.
   * @typedef {{ word: number, lanes: number[] }} Wish
   */
  /**
   * Lanes that are served together: so many of them, from `first` on. Each bank has a list of wishes, of which it serves
   * one in a wavefront; it takes as many wavefronts as the longest of these lists has wishes.
   * @typedef {{ first: number, lanes: number, banks: Wish[][], wavefronts: number }} Group
   */

  const warpSize = 32;
  const bankCount = 32;
  const bankBytes = 4;

  /**
   * The row and the column of the element that a lane takes.
   * @param {Choice} choice
   * @param {number} lane
   */
  const element = ({ columns, stride, share, down }, lane) => {
    const number = Math.floor(lane / share);
    return down ? { row: number, column: 0 } : { row: Math.floor((number * stride) / columns), column: (number * stride) % columns };
  };

  /**
   * The byte address of each lane's access; the tile begins at 0, in bank 0.
   * @param {Choice} choice
   */
  const addresses = choice => Array.from({ length: warpSize }, (_, lane) => {
    const { size, columns, padding, swizzled } = choice, { row, column } = element(choice, lane);
    return (row * (columns + padding) + (swizzled ? column ^ (row % columns) : column)) * size;
  });

  /**
   * Do lanes whose numbers differ by `bit` ask for the same?
   * @param {number[]} addresses
   * @param {number} bit
   */
  const agree = (addresses, bit) => addresses.every((address, lane) => address === addresses[lane ^ bit]);

  /**
   * How a request of `size` bytes by each of 32 lanes is served. Accesses of 8 bytes are served by half warps, of 16 by
   * quarters. A load serves two of these at once if lanes agree with their neighbours, or with their next but one.
   * @param {number[]} addresses
   * @param {number} size
   * @param {boolean} store
   */
  const serve = (addresses, size, store) => {
    const narrow = size <= bankBytes, paired = !narrow && !store && (agree(addresses, 1) || agree(addresses, 2));
    const lanes = narrow ? warpSize : (warpSize * bankBytes * (paired ? 2 : 1)) / size;
    /** @type {Group[]} */
    const groups = [];
    for (let first = 0; first < warpSize; first += lanes) {
      /** @type {Wish[][]} */
      const banks = Array.from({ length: bankCount }, () => []);
      for (let lane = first; lane < first + lanes; ++lane) {
        for (let at = 0; at < size; at += bankBytes) {
          const word = Math.floor((addresses[lane] + at) / bankBytes), wishes = banks[word % bankCount];
          const wish = wishes.find(each => each.word === word);
          if (wish) wish.lanes.push(lane);
          else wishes.push({ word, lanes: [lane] });
        }
      }
      groups.push({ first, lanes, banks, wavefronts: Math.max(...banks.map(wishes => wishes.length)) });
    }
    return groups;
  };

  return {
    bankCount,
    bankBytes,
    element,
    addresses,
    serve,

    /**
     * The groups that a choice is served in.
     * @param {Choice} choice
     */
    groups: choice => serve(addresses(choice), choice.size, choice.store),

    /**
     * How many wavefronts the groups take together.
     * @param {Group[]} groups
     */
    count: groups => groups.reduce((sum, group) => sum + group.wavefronts, 0),
  };
})();
