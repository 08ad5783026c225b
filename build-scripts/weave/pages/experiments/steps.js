// A trace that the simulator wrote, as steps for a player: as the weaver reads those of the book (figures/traces.lua).
"use strict";

const steps = (() => {
  const lineBytes = 128; // Memory is shown from the line on in which its first access lies.
  const most = 200;
  const mostBetween = 8; // lines of code between which nothing is left out

  /** @typedef {Record<string, string>} CsvRow */

  /** @param {string} op */
  const spaceOf = op => (op.includes(".shared") ? "shared" : "global");

  /**
   * @param {string} csv
   * @returns {CsvRow[]}
   */
  const rowsOf = csv => {
    const [head, ...lines] = csv.split("\n").filter(Boolean), names = (head ?? "").split(",");
    return lines.map(line => Object.fromEntries(line.split(",").map((cell, i) => [names[i], cell])));
  };

  const lists = /** @type {const} */ ({ before: "before", after: "after", source_lane: "from", bank: "bank", wavefront: "wave" });

  /**
   * @param {CsvRow} row
   * @param {string} file
   */
  const start = (row, file) => {
    /** @type {Step & Record<string, any>} */
    const step = { op: row.op, warp: Number(row.warp), active: Number(row.active), lanes: [], after: [] };
    if (row.line && row.file === file) step.line = Number(row.line);
    if (row.address) {
      Object.assign(step, { space: spaceOf(row.op), at: [], bytes: Number(row.bytes) });
      if (row.sectors) step.sectors = Number(row.sectors);
    }
    for (const [column, name] of Object.entries(lists)) if (row[column]) step[name] = [];
    return step;
  };

  /**
   * The steps of the first block, or of all where somebody says in which column the first lane of a row's warp stands; none
   * where there are too many for a player.
   * @param {string} csv
   * @param {string} file  the source whose lines count
   * @param {(row: CsvRow) => number} [columnOf]
   * @param {(row: CsvRow) => string} [placeOf]  what it accesses is called: "a[3]", or nothing
   * @returns {Step[]}
   */
  const read = (csv, file, columnOf, placeOf) => {
    const all = rowsOf(csv), rows = columnOf ? all : all.filter(row => row.block === all[0].block);
    /** @type {Record<string, number>} */
    const bases = {};
    for (const { op, address } of rows) {
      if (!address) continue;
      const space = spaceOf(op), line = Math.floor(Number(address) / lineBytes) * lineBytes;
      bases[space] = Math.min(bases[space] ?? line, line);
    }
    /** @type {(Step & Record<string, any>)[]} */
    const found = [];
    let now = "";
    for (const row of rows) {
      const key = `${row.step} ${row.block} ${row.op}`, column = columnOf?.(row) ?? 0;
      if (key !== now) found.push(start(row, file));
      now = key;
      const step = found[found.length - 1];
      if (columnOf) Object.assign(step, { warp: 0, active: Number(row.active) * 2 ** column });
      step.lanes.push(column + Number(row.lane));
      step.at?.push(Number(row.address) - bases[step.space ?? ""]);
      if (placeOf && step.at) (step.places ??= []).push(placeOf(row));
      for (const [from, name] of Object.entries(lists)) step[name]?.push(Number(row[from]) + (name === "from" ? column : 0));
    }
    for (const step of found) {
      const [array, ...others] = new Set(step.places?.map(place => place.replace(/\[.*/, "")));
      if (array && !others.length) step.array = array;
      if (!step.places?.every(Boolean)) delete step.places;
    }
    return found.length > most ? [] : found;
  };

  /**
   * Runs of a program's lines around some, from the beginning of their function. The book has code that several kernels share
   * in one of them alone; it is shown below the head of the kernel that runs.
   * @param {Set<number | undefined>} wanted
   * @param {Compiled["code"]} code
   * @param {string} kernel
   * @returns {Trace["code"]}
   */
  const excerpts = (wanted, code, kernel) => {
    const name = kernel.replace(/<.*/, "").replace(/.*::/, ""), isHead = (/** @type {number} */ i) => /__global__|__device__/.test(code[i][1]);
    const isOwn = (/** @type {number} */ i) => isHead(i) && code[i].concat(code[i + 1] ?? []).some(text => new RegExp(`\\b${name}\\(`).test(String(text)));
    const seen = new Set();
    /** @type {[number, number][]} */
    const runs = [];
    code.forEach(([number], place) => {
      if (!number || !wanted.has(number) || seen.has(number)) return;
      seen.add(number);
      const run = runs[runs.length - 1];
      if (run && place - run[1] <= mostBetween) {
        run[1] = place;
        return;
      }
      let from = place;
      for (let i = place; i >= Math.max(0, place - mostBetween) && !code[i][1].startsWith("}"); --i) {
        if (!isHead(i)) continue;
        if (isOwn(i) || code[i][1].includes("__device__")) from = i;
        break;
      }
      runs.push([from, place]);
    });
    const own = code.findIndex((_, i) => isOwn(i));
    if (own >= 0 && !runs.some(([from, to]) => from <= own && own <= to)) runs.unshift([own, own]);
    return runs.map(([from, to]) => code.slice(from, to + 1).map(([number, text]) => [number, text]));
  };

  /** @param {Step[]} taken */
  const linesOf = taken => new Set(taken.map(step => step.line));

  return { read, rowsOf, spaceOf, excerpts, linesOf };
})();
