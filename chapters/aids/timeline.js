// When copies and kernels begin and end that work in pieces: an operation begins when the one before it in its stream has
// ended, and the one that was given to the same engine before it. `copyIn`, `kernel` and `copyOut` are the times of all
// pieces together; each operation takes `fixed` besides. Pieces take turns with the streams. They are given out
// piece by piece or, `breadth` first, for a piece of each stream at a time: their copies in, their kernels, their copies out.
"use strict";

const timeline = (() => {
  /** @typedef {{ copyIn: number, kernel: number, copyOut: number, fixed: number }} Times */
  /** @typedef {Times & { pieces: number, streams: number, engines: number, breadth: boolean }} Choice */
  /** @typedef {"copyIn" | "kernel" | "copyOut"} Part */

  /** @type {Part[]} */
  const parts = ["copyIn", "kernel", "copyOut"];

  /**
   * What the host gives out, in its order.
   * @param {Choice} choice
   */
  const given = ({ pieces, streams, breadth }) => {
    /** @type {{ piece: number, part: Part }[]} */
    const all = [], atOnce = breadth ? streams : 1;
    for (let first = 0; first < pieces; first += atOnce) {
      for (const part of parts) {
        for (let piece = first; piece < Math.min(first + atOnce, pieces); ++piece) all.push({ piece, part });
      }
    }
    return all;
  };

  return {
    /**
     * The engines that a GPU has: for copies one or two, and the SMs.
     * @param {Choice} choice
     */
    engines: ({ engines }) => (engines === 1 ? ["copies", "kernel"] : ["copy in", "kernel", "copy out"]),

    /**
     * All operations, in the order in which they are given out.
     * @param {Choice} choice
     */
    of: choice => {
      /** @type {Map<string | number, number>} */
      const free = new Map();
      return given(choice).map(({ piece, part }) => {
        const stream = piece % choice.streams;
        const engine = part === "kernel" ? "kernel" : choice.engines === 1 ? "copies" : part === "copyIn" ? "copy in" : "copy out";
        const from = Math.max(free.get(stream) ?? 0, free.get(engine) ?? 0), to = from + choice[part] / choice.pieces + choice.fixed;
        free.set(stream, to).set(engine, to);
        return { piece, stream, part, engine, from, to };
      });
    },

    /**
     * How long it takes in one piece.
     * @param {Choice} choice
     */
    serial: ({ copyIn, kernel, copyOut, fixed }) => copyIn + kernel + copyOut + 3 * fixed,
  };
})();
