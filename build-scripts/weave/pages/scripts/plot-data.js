// What a figure was drawn from, as the page's tables have it: series of times against something that varies, on each machine.
"use strict";

/**
 * @typedef {Record<string, string | number>} Entry
 * @typedef {{ name: string, columns: string[], rows: Entry[] }} Data
 * @typedef {{ machine: string, tables: Data[] }} Source  the tables of one machine, or of all alike: ""
 * @typedef {{ x: number, y: number, low: number, high: number, row: Entry }} Point
 */

const plotData = (() => {
  const results = ["ms", "lower_quartile", "upper_quartile", "integral", "error"];
  // What a figure's axis rather shows than others.
  const preferred = ["n", "bytes", "bytes_in_flight", "stride", "every"];

  /** @param {HTMLTableCellElement} cell */
  const valueOf = cell => {
    const text = (cell.textContent ?? "").trim(), plain = cell.dataset.v ?? text.replace(/\s/g, "").replace("\u2212", "-");
    return cell.classList.contains("number") && plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : text;
  };

  /** @param {HTMLTableElement} table */
  const read = table => {
    const note = table.closest(".scroll")?.previousElementSibling, columns = [...table.rows[0].cells].map(cell => cell.textContent ?? "");
    const rows = [...table.tBodies[0].rows].map(row => Object.fromEntries([...row.cells].map((cell, c) => [columns[c], valueOf(cell)])));
    return { name: first("code", note ?? table)?.textContent ?? "", columns, rows };
  };

  /**
   * @param {Data} data
   * @param {string} column
   */
  const valuesOf = ({ rows }, column) => [...new Set(rows.map(row => row[column]))];

  /** @param {Data} data  numbers of which there are three or more, the best first */
  const axesOf = data => {
    const found = data.columns.filter(column => !results.includes(column) && data.rows.every(row => typeof row[column] === "number")
      && valuesOf(data, column).length > 2);
    /** @param {string} column */
    const rank = column => (preferred.includes(column) ? preferred.indexOf(column) : preferred.length);
    return found.sort((a, b) => rank(a) - rank(b) || valuesOf(data, b).length - valuesOf(data, a).length);
  };

  /** @param {Data} data */
  const isPlottable = data => data.columns.includes("ms") && axesOf(data).length > 0;

  /**
   * What tells rows apart besides the axis: words name a series, or what the figure says; numbers, if words do not suffice,
   * are chosen, and so are those of which the figure shows some.
   * @param {Data} data
   * @param {string} axis
   * @param {Explored} [figures]
   */
  const keysOf = (data, axis, figures) => {
    const given = figures?.names, where = figures?.where ?? {};
    const others = data.columns.filter(column => column !== axis && !results.includes(column) && valuesOf(data, column).length > 1);
    const names = given ?? others.filter(column => !(column in where) && data.rows.some(row => typeof row[column] === "string"));
    const chosen = others.filter(column => column in where);
    const isTold = () => {
      const told = new Set(data.rows.map(row => [axis, ...names, ...chosen].map(column => row[column]).join("\n")));
      return told.size === data.rows.length;
    };
    if (!given) for (const column of others) if (!names.includes(column) && !chosen.includes(column) && !isTold()) chosen.push(column);
    return { names, chosen };
  };

  /**
   * @param {Entry} row
   * @param {string[]} names
   * @param {Explored} [figures]  whose series may be several of the table's
   */
  const seriesOf = (row, names, figures) => {
    const own = names.map(column => row[column]).join(", ");
    return Object.keys(figures?.series ?? {}).find(name => name.split("|").includes(own)) ?? own;
  };

  return {
    isPlottable, axesOf, keysOf, valuesOf, seriesOf,

    /**
     * @param {Element} figure
     * @returns {Source[]}  the first is that of the machine which is shown
     */
    sources(figure) {
      const folds = all(".figure-data", figure).map(fold => ({ fold, holder: /** @type {HTMLElement | null} */ (fold.closest("[data-on]")) }));
      return folds.sort((a, b) => Number(Boolean(a.holder?.hidden)) - Number(Boolean(b.holder?.hidden))).map(({ fold, holder }) =>
        ({ machine: holder?.dataset.on?.split(" ")[0] ?? "", tables: [...fold.querySelectorAll("table")].map(read).filter(isPlottable) }));
    },

    /**
     * What the reader has measured, as tables like those of the figure.
     * @param {string} text  of a result's file, as the programs write it, or as a page saves it: without what it says of itself
     * @param {Data[]} tables  the figure's
     * @returns {{ place: number, gpu: string, tables: Data[] }}  `place`: which of the tables it belongs to
     * @throws {Error} in words for the reader, where it is another result, or none
     */
    own(text, tables) {
      const lines = text.split(/\r?\n/).filter(Boolean), wanted = tables.map(({ name }) => name).join(" or ");
      /** @param {string} name */
      const noted = name => lines.find(line => line.startsWith(`# ${name}: `))?.slice(name.length + 4) ?? "";
      const rows = lines.filter(line => !line.startsWith("#")).map(line => line.split(",")), columns = rows.shift() ?? [];
      const alike = tables.find(table => table.columns.every(column => columns.includes(column)));
      const experiment = noted("experiment") || (alike?.name ?? ""), place = tables.findIndex(({ name }) => name === experiment);
      if (place < 0) throw new Error(`This is ${experiment ? `a result of ${experiment}` : "no result of a program of this book"}; the figure shows ${wanted}.`);
      const [missing] = tables[place].columns.filter(column => !columns.includes(column));
      if (missing !== undefined) throw new Error(`This result of ${experiment} has no column ${missing}: an older version of the program wrote it.`);
      if (!rows.length || rows.some(({ length }) => length !== columns.length)) throw new Error(`This result of ${experiment} is cut off.`);
      const time = columns.indexOf("ms"), wrong = rows.findIndex(row => !row[time] || !Number.isFinite(Number(row[time])));
      if (wrong >= 0) throw new Error(`This result of ${experiment} has no time in its row ${wrong + 1}: \u201c${rows[wrong][time]}\u201d.`);
      /** @param {string[]} row */
      const entry = row => Object.fromEntries(row.map((each, c) => [columns[c], each !== "" && Number.isFinite(Number(each)) ? Number(each) : each]));
      const none = { name: "", columns: [], rows: [] };
      return { place, gpu: noted("gpu") || "an unnamed GPU", tables: tables.map((table, at) => (at === place ? { ...table, rows: rows.map(entry) } : none)) };
    },

    /**
     * The points of a series: of its times, of how much it gets done in a time, or in per cent of another's speed.
     * @param {Data} data
     * @param {{ axis: string, names: string[], filter: Entry, quantity: string, figures?: Explored }} how  `quantity`: "time", "rate", a
     *   series' name, or "figure": `figures`
     * @param {string} name
     * @returns {Point[]}
     */
    points(data, { axis, names, filter, quantity, figures }, name) {
      const { of, times = 1, from = 0 } = quantity === "figure" && figures ? figures : quantity === "time" ? { of: "ms" }
        : quantity === "rate" ? { of: "x/ms", times: 1e-6 } : { of: `series:${quantity}/ms`, times: 100 };
      const rows = data.rows.filter(row => Object.entries(filter).every(([column, value]) => row[column] === value));
      const own = rows.filter(row => seriesOf(row, names, figures) === name), first = own.reduce((a, b) => (Number(b[axis]) < Number(a[axis]) ? b : a), own[0]);
      /** @param {(string | number)[]} place */
      const key = (...place) => place.join("\n"), all = new Map(rows.map(row => [key(seriesOf(row, names, figures), row[axis]), row.ms]));
      /**
       * @param {string} term  of what stands upwards
       * @param {Entry} row
       * @param {string} column  of the times
       */
      const valueOf = (term, row, column) => {
        if (term === "ms") return row[column] ?? row.ms;
        if (term === "x") return row[axis];
        if (term === "first") return first.ms;
        if (!term.startsWith("series:")) return row[term] ?? term;
        return all.get(key(term.slice(7).split(", ").map((part, place) => (part === "*" ? row[names[place]] : part)).join(", "), row[axis])) ?? NaN;
      };
      const [over, under = "1"] = of.split("/");
      /**
       * @param {Entry} row
       * @param {string} column
       */
      const height = (row, column) => Math.abs(Number(valueOf(over, row, column)) / Number(valueOf(under, row, column)) - from);
      const factor = times === "most" ? 1 / Math.max(...rows.map(row => height(row, "ms"))) : times;
      return own.map(row => {
        const [y, ...quartiles] = results.slice(0, 3).map(column => factor * height(row, column));
        return { x: Number(row[axis]) * (figures?.xTimes ?? 1), y, low: Math.min(...quartiles), high: Math.max(...quartiles), row };
      }).filter(({ y }) => Number.isFinite(y) && (y || figures?.linear?.includes("y"))).sort((a, b) => a.x - b.x);
    },
  };
})();
