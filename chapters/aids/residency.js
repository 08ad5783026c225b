// How many blocks an SM of an H100 or H200 holds at once: the rule of the simulator (occupancy.cpp), and
// of the runtime's cudaOccupancyMaxActiveBlocksPerMultiprocessor. A block has so many `threads`, each so
// many `registers`, and so many bytes of `shared` memory.
"use strict";

const residency = (() => {
  /** @typedef {{ threads: number, registers: number, shared: number }} Block */

  const partitions = 4; // a warp's registers are in one of them
  const sm = { warps: 64, blocks: 32, registers: 65536, shared: 228 * 1024 };

  /**
   * @param {number} number
   * @param {number} unit
   */
  const roundUp = (number, unit) => Math.ceil(number / unit) * unit;

  /** @param {Block} block */
  const warps = ({ threads }) => Math.ceil(threads / 32);

  /** @param {Block} block */
  const registersOfWarp = ({ registers }) => roundUp(registers * 32, 256);

  /**
   * Can it be launched at all?
   * @param {Block} block
   */
  const canRun = block =>
    roundUp(block.shared, 128) <= 227 * 1024 && registersOfWarp(block) * roundUp(warps(block), partitions) <= sm.registers;

  /**
   * How many blocks fit by each limit alone.
   * @param {Block} block
   */
  const limits = block => ({
    warps: Math.floor(sm.warps / warps(block)),
    blocks: sm.blocks,
    registers: Math.floor((Math.floor(sm.registers / partitions / registersOfWarp(block)) * partitions) / warps(block)),
    "shared memory": Math.floor(sm.shared / (roundUp(block.shared, 128) + 1024)),
  });

  return {
    sm,
    partitions,
    warps,
    limits,

    /**
     * How many blocks fit; 0 if a launch fails.
     * @param {Block} block
     */
    blocks: block => (canRun(block) ? Math.min(...Object.values(limits(block))) : 0),
  };
})();
