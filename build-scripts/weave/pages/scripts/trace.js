// What a player shows of a trace: which lane does what in which step, where its value comes from, and that in words.
"use strict";

const traces = (() => {
  /**
   * @param {number} mask
   * @param {number} lane
   */
  const has = (mask, lane) => Math.floor(mask / 2 ** lane) % 2 === 1;

  /**
   * A float's first digits; whole numbers as they are.
   * @param {number | undefined} value
   */
  const shown = value => (typeof value === "number" && value % 1 ? String(Number(value.toPrecision(4))) : String(value));

  /**
   * What stands in a lane's box: what it holds, or what it has read where no later step tells what became of that.
   * @param {Cell} cell
   */
  const boxed = cell => shown(cell.value ?? cell.read);

  /**
   * @param {number} count
   * @param {string} noun
   */
  const some = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

  /**
   * "lane 3", "lanes 0 to 7", "lanes 0, 4 and 6 to 9".
   * @param {number[]} lanes
   * @param {string} unit
   */
  const named = (lanes, unit) => {
    /** @type {[number, number][]} */
    const runs = [];
    for (const lane of lanes) {
      const run = runs[runs.length - 1];
      if (run && run[1] === lane - 1) run[1] = lane;
      else runs.push([lane, lane]);
    }
    const parts = runs.flatMap(([from, to]) => (to - from > 1 ? `${from} to ${to}` : [...new Set([from, to])].map(String)));
    const last = parts.pop();
    return `${unit}${lanes.length === 1 ? "" : "s"} ${parts.length ? `${parts.join(", ")} and ` : ""}${last ?? ""}`;
  };

  /** @type {Record<string, Row["kind"]>} */
  const kinds = { shfl: "shuffle", ld: "load", ldu: "load", st: "store", bra: "branch" };

  /** @param {Step} step */
  const kindOf = step => kinds[step.op.split(".")[0]] ?? "atomic";

  /** @param {number[]} [numbers] */
  const most = numbers => (numbers ? Math.max(...numbers) : -1);

  /**
   * What a step costs of memory: passes over the banks, or sectors.
   * @param {Step} step
   * @returns {Row["cost"]}
   */
  const costOf = step => (step.wave ? { count: most(step.wave) + 1, noun: "wavefront" }
    : step.sectors ? { count: step.sectors, noun: "sector" } : null);

  /**
   * What a lane holds behind a step is seen in what it shuffles or stores next.
   * @param {Step[]} steps
   * @param {number} place
   * @param {number} lane
   */
  const heldBehind = (steps, place, lane) => {
    for (const step of steps.slice(place + 1)) {
      const k = step.warp === steps[place].warp ? step.lanes.indexOf(lane) : -1;
      if (k >= 0 && step.before && !step.at) return step.before[k];
      if (k >= 0 && kindOf(step) === "store") return step.after[k];
      if (k >= 0 && kindOf(step) !== "branch") return undefined;
    }
    return undefined;
  };

  /**
   * The lanes' parts in a step, after those of `last`, by warp and lane, and of `writers`, by space and place.
   * @param {Step[]} steps
   * @param {number} place
   * @param {Map<string, { row: number, lane: number }>} last
   * @param {Map<string, { row: number, lane: number }>} writers
   */
  const cellsOf = (steps, place, last, writers) => {
    const step = steps[place], kind = kindOf(step), cells = new Map();
    step.lanes.forEach((lane, k) => {
      /** @type {Cell} */
      const cell = { lane, value: step.after[k], at: step.at?.[k] ?? 0, place: step.places?.[k], wave: step.wave?.[k] };
      if (kind === "shuffle" && step.from) {
        const source = step.from[k];
        cell.read = step.after[k];
        cell.source = source;
        cell.value = heldBehind(steps, place, lane);
        if (source !== lane) cell.from = { row: last.get(`${step.warp} ${source}`)?.row ?? place - 1, lane: source };
      } else if (kind === "load") {
        cell.from = writers.get(`${step.space} ${cell.at}`);
      } else if (kind === "branch") {
        cell.jumps = step.after[k] === 1;
      } else if (kind === "atomic") {
        cell.before = step.before?.[k];
      }
      cells.set(lane, cell);
    });
    step.lanes.forEach((lane, k) => {
      last.set(`${step.warp} ${lane}`, { row: place, lane });
      if (step.at && kind !== "load") writers.set(`${step.space} ${step.at[k]}`, { row: place, lane });
    });
    return cells;
  };

  /**
   * @param {Row} row
   * @param {Cell} cell
   */
  const deed = (row, cell) => {
    // In global memory as the picture names its lines.
    const place = cell.place ? ` ${cell.place}` : row.step.space === "shared" ? ` word ${cell.at / 4}` : row.step.space ? ` +${cell.at}` : "", value = shown(cell.value);
    switch (row.kind) {
      case "shuffle":
        return `reads ${shown(cell.read)} from ${cell.from ? `${row.unit} ${cell.from.lane}` : "itself"}`
          + (cell.value === undefined || cell.value === cell.read ? "" : ` and then holds ${value}`);
      case "load":
        return `reads ${value}${place && ` from${place}`}`;
      case "store":
        return `writes ${value}${place && ` to${place}`}`;
      default:
        return `finds ${shown(cell.before)} and leaves ${value}`;
    }
  };

  /** @param {Row} row */
  const deeds = row => {
    const working = [...row.cells.values()];
    if (row.kind === "branch") {
      const [jump, stay] = [true, false].map(jumps => working.filter(cell => cell.jumps === jumps).map(cell => cell.lane));
      return `the warp parts: ${named(jump, row.unit)} jump${jump.length === 1 ? "s" : ""}, ${named(stay, row.unit)} go${stay.length === 1 ? "es" : ""} on.`;
    }
    const begin = working.find(cell => cell.from) ?? working[0];
    const told = [begin, ...working.filter(cell => cell.lane > begin.lane)].slice(0, 3);
    return told.map(cell => `${row.unit} ${cell.lane} ${deed(row, cell)}`).join("; ")
      + (told.length < working.length ? `; and so on, ${some(working.length, row.unit)} at once.` : ".");
  };

  /**
   * @param {Row} row
   * @param {number} count  of lanes
   */
  const wordsOf = (row, count) => {
    const lanes = Array.from({ length: count }, (_, lane) => lane);
    const waiting = lanes.filter(lane => !has(row.step.active, lane));
    const idle = lanes.filter(lane => has(row.step.active, lane) && !row.cells.has(lane));
    const lost = [...row.cells.values()].filter(({ source }) => source !== undefined && !row.cells.has(source)).map(({ lane }) => lane);
    return deeds(row) + (lost.length ? ` But ${named(lost, row.unit)} read${lost.length === 1 ? "s" : ""} from ${row.unit}s that take no part.` : "")
      + (waiting.length ? ` Not active: ${named(waiting, row.unit)}.` : "")
      + (idle.length ? ` Nothing to do for ${named(idle, row.unit)}.` : "") + (row.cost ? ` ${some(row.cost.count, row.cost.noun)}.` : "");
  };

  /**
   * @param {Row} row
   * @param {number} warps
   */
  const titleOf = (row, warps) => {
    const way = row.kind === "load" ? "from" : row.kind === "store" ? "to" : "in";
    const where = row.step.array ?? row.step.space;
    return row.kind + (where ? ` ${way} ${where}` : "") + (warps > 1 ? `, warp ${row.step.warp}` : "");
  };

  /**
   * @param {Trace} trace
   * @returns {Run}
   */
  const read = ({ steps, unit = "lane" }) => {
    const last = new Map(), writers = new Map(), warps = new Set(steps.map(step => step.warp)).size;
    const lanes = Math.max(...steps.map(step => most(step.lanes))) + 1;
    const words = Math.max(0, ...steps.map(({ space, at, bytes = 0 }) => (space === "shared" ? Math.ceil((most(at) + bytes) / 4) : 0)));
    const rows = steps.map((step, place) => {
      /** @type {Row} */
      const row = {
        step, kind: kindOf(step), cost: costOf(step), cells: cellsOf(steps, place, last, writers), unit, label: "", title: "", words: "",
      };
      row.label = [row.kind, step.array].filter(Boolean).join(" ");
      row.title = titleOf(row, warps);
      row.words = wordsOf(row, lanes);
      return row;
    });
    // Where there are more words than banks, all of a row are shown.
    return { unit, lanes, words: words > 32 ? Math.ceil(words / 32) * 32 : words, rows };
  };

  /**
   * What shared memory holds behind so many rows: values by their words.
   * @param {Row[]} rows
   */
  const contents = rows => {
    /** @type {Map<number, number>} */
    const held = new Map();
    for (const row of rows) {
      if (row.step.space === "shared" && row.kind !== "load") for (const cell of row.cells.values()) held.set(cell.at / 4, cell.value ?? NaN);
    }
    return held;
  };

  return { read, contents, has, shown, boxed, some };
})();
