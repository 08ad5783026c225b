// The aid "overlap": choose how work is cut into pieces and given to streams, see what overlaps.
"use strict";
{
  /** @typedef {Parameters<typeof timeline.of>[0]} Choice */
  /** @typedef {ReturnType<typeof timeline.of>} Operations */

  const left = 62; // of it the engines' names stand
  const length = 500; // of the time axis
  const row = 30;
  const top = 6;

  const kinds = {
    pieces: { label: "Pieces", least: 1, most: 32, value: 4 },
    streams: { label: "Streams", least: 1, most: 8, value: 2 },
    engines: { label: "Engines for copies", options: [1, 2], value: 2 },
    order: { label: "Order of calls", options: ["piece by piece", "stage by stage"], value: "piece by piece" },
    copyIn: { label: "Time of all copies in", most: 16, step: 0.5, value: 8 },
    kernel: { label: "Time of all kernels", most: 16, step: 0.5, value: 2 },
    copyOut: { label: "Time of all copies out", most: 16, step: 0.5, value: 4 },
    fixed: { label: "Fixed cost of each operation", most: 1, step: 0.05, value: 0 },
  };

  /** @param {number} time */
  const shown = time => String(Number(time.toFixed(2)));

  /** @param {Operations} operations */
  const total = operations => Math.max(...operations.map(({ to }) => to));

  /**
   * What the picture shows, in words.
   * @param {Choice} choice
   * @param {Operations} operations
   */
  const describe = (choice, operations) => {
    const end = total(operations), serial = timeline.serial(choice);
    if (end === 0) return "There is nothing to do.";
    const busy = timeline.engines(choice).map(engine => ({
      engine, time: operations.reduce((sum, each) => sum + (each.engine === engine ? each.to - each.from : 0), 0),
    })).reduce((most, each) => (each.time > most.time ? each : most));
    return `All is done after ${shown(end)} units of time. In one piece it would take ${shown(serial)}, `
      + `${shown(serial / end)} times as long. The busiest engine, ${busy.engine}, works for ${shown(busy.time)}, `
      + `${Math.round((100 * busy.time) / end)}\u00a0% of the time.`;
  };

  /**
   * A row for each engine, with the numbers of the pieces; neighbouring streams in different colours.
   * @param {Element} svg
   * @param {Choice} choice
   * @param {Operations} operations
   */
  const drawTimeline = (svg, choice, operations) => {
    const engines = timeline.engines(choice), end = total(operations), serial = timeline.serial(choice);
    const scale = length / (Math.max(end, serial) || 1), bottom = top + engines.length * row;
    engines.forEach((engine, k) => {
      draw(svg, "text", { class: "aid-address", x: left - 6, y: top + k * row + row / 2 + 3 }, engine);
      draw(svg, "rect", { class: "aid-sector", x: left, y: top + k * row, width: length, height: row });
    });
    for (const { piece, stream, part, engine, from, to } of operations) {
      const width = Math.max(0, (to - from) * scale - 1), x = left + from * scale, y = top + engines.indexOf(engine) * row;
      draw(svg, "rect", { class: `aid-warp of-${stream % 3}`, x, y: y + 3, width, height: row - 6 });
      const number = String(piece + 1), label = engine === "copies" ? `${number} ${part === "copyIn" ? "in" : "out"}` : number;
      const fits = [label, number].find(each => width >= 6.5 * each.length);
      if (fits) draw(svg, "text", { class: "aid-lane", x: x + width / 2, y: y + row / 2 + 4 }, fits);
    }
    for (const [time, words] of /** @type {[number, string][]} */ ([[end, shown(end)], [serial, `${shown(serial)} in one piece`]])) {
      const isSerial = time === serial && words !== shown(end), x = left + time * scale;
      if (isSerial && end === serial) continue;
      draw(svg, "line", { class: "aid-mark", x1: x, x2: x, y1: top - 4, y2: bottom + (isSerial ? 18 : 6) });
      draw(svg, "text", { class: "aid-address", x: x + 4, y: bottom + (isSerial ? 28 : 16) }, words);
    }
  };

  const heads = ["Piece", "Stream", "Copy in", "Kernel", "Copy out"];
  fillAids("overlap", kinds, { label: "Engines against time", heads }, ({ order, ...numbers }) => {
    const choice = { ...numbers, breadth: order === "stage by stage" }, operations = timeline.of(choice);
    return {
      words: describe(choice, operations), width: left + length + 6, height: top + timeline.engines(choice).length * row + 34,
      paint: svg => drawTimeline(svg, choice, operations), off: choice.streams === 1 ? ["order"] : [],
      rows: Array.from({ length: choice.pieces }, (_, piece) => {
        const own = operations.filter(each => each.piece === piece);
        return [piece + 1, own[0].stream + 1, ...own.map(({ from, to }) => `${shown(from)} to ${shown(to)}`)];
      }),
    };
  });
}
