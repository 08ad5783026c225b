// What the lanes of a warp ask of global memory, and which sectors and lines that touches: the rule
// by which the simulator counts. Lane l accesses `width` bytes of element offset + stride * l, whose
// elements have `size` bytes; of an element that is wider than an access, part `part`.
"use strict";

const sectors = (() => {
  /** @typedef {{ size: number, width: number, stride: number, offset: number, part: number }} Choice */

  const sectorBytes = 32;
  const lineBytes = 128;

  /**
   * The byte address of each lane's access; the array begins at 0, on the border of a line.
   * @param {Choice} choice
   */
  const addresses = ({ size, width, stride, offset, part }) =>
    Array.from({ length: 32 }, (_, lane) => (offset + stride * lane) * size + part * width);

  /**
   * The numbers of the blocks of `bytes` bytes in which accesses begin, each once, in order. An aligned access of up to
   * 16 bytes lies in one sector: that of its address.
   * @param {Choice} choice
   * @param {number} bytes
   */
  const touched = (choice, bytes) =>
    [...new Set(addresses(choice).map(address => Math.floor(address / bytes)))].sort((a, b) => a - b);

  return {
    sectorBytes,
    lineBytes,
    addresses,

    /**
     * How many accesses an element takes.
     * @param {Choice} choice
     */
    parts: ({ size, width }) => Math.max(1, Math.floor(size / width)),

    /**
     * The first lane whose address is no multiple of the width, which is an error; -1 if there is none.
     * @param {Choice} choice
     */
    firstMisaligned: choice => addresses(choice).findIndex(address => address % choice.width !== 0),

    /** @param {Choice} choice */
    sectors: choice => touched(choice, sectorBytes),

    /** @param {Choice} choice */
    lines: choice => touched(choice, lineBytes),
  };
})();
