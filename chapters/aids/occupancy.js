// The aid "occupancy": choose what a block takes, see how many of them fill an SM, and what they run short of.
"use strict";
{
  /** @typedef {Parameters<typeof residency.blocks>[0]} Block */

  const slot = 22; // the side of a warp's place
  const { sm, partitions } = residency;

  const kinds = {
    threads: { label: "Threads per block", least: 32, most: 1024, step: 32, value: 256 },
    registers: { label: "Registers per thread", least: 16, most: 255, value: 40 },
    shared: { label: "Shared memory per block, KB", most: 227, value: 40 },
  };

  /**
   * What the picture shows, in words.
   * @param {Block} block
   */
  const describe = block => {
    const blocks = residency.blocks(block), ofEach = residency.warps(block), limits = residency.limits(block);
    if (blocks === 0) return "Such a kernel cannot be launched: one block needs more than an SM has.";
    const short = Object.entries(limits).filter(([, most]) => most === blocks).map(([name]) => name);
    const why = { warps: "the places for warps", blocks: "the limit of 32 blocks", registers: "the registers", "shared memory": "the shared memory" };
    const reasons = short.map(name => why[/** @type {keyof typeof limits} */ (name)]).join(" and ");
    return `${counted(blocks, "block")} of ${counted(ofEach, "warp")}: ${blocks * ofEach} of ${sm.warps} places are taken, an occupancy of `
      + `${Math.round((100 * blocks * ofEach) / sm.warps)} %. One more block would exceed ${reasons}.`;
  };

  /**
   * A row for each sub-partition, a place for each warp that it can hold; neighbouring blocks in different colours.
   * @param {Element} svg
   * @param {Block} block
   */
  const drawWarps = (svg, block) => {
    const ofEach = residency.warps(block), taken = residency.blocks(block) * ofEach;
    for (let warp = 0; warp < sm.warps; ++warp) {
      const owner = Math.floor(warp / ofEach), x = Math.floor(warp / partitions) * slot + 1, y = (warp % partitions) * slot + 1;
      draw(svg, "rect", { class: warp < taken ? `aid-warp of-${owner % 3}` : "aid-warp", x, y, width: slot - 2, height: slot - 2 });
      if (warp < taken) draw(svg, "text", { class: "aid-lane", x: x + slot / 2 - 1, y: y + slot / 2 + 3 }, owner);
    }
  };

  /**
   * Of each sub-partition, how many warps it holds and the blocks that they are of.
   * @param {Block} block
   */
  const rows = block => Array.from({ length: partitions }, (_, partition) => {
    const ofEach = residency.warps(block), held = [];
    for (let warp = partition; warp < residency.blocks(block) * ofEach; warp += partitions) held.push(Math.floor(warp / ofEach));
    return [partition, held.length, listed([...new Set(held)])];
  });

  const heads = ["Sub-partition", "Warps", "Of blocks"];
  fillAids("occupancy", kinds, { label: "Warps of an SM", heads }, ({ threads, registers, shared }) => {
    const block = { threads, registers, shared: shared * 1024 };
    return {
      words: describe(block), width: (sm.warps / partitions) * slot + 2, height: partitions * slot + 2,
      paint: svg => drawWarps(svg, block), rows: rows(block),
    };
  });
}
