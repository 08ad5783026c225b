// What the GPUs that the page shows were recorded to take for the kernel of a setting.
"use strict";

const Records = (() => {
  /** @typedef {Record<string, string | number>} Row */

  /** @param {number} ms */
  const time = ms => {
    const [value, unit] = ms < 0.1 ? [ms * 1000, "µs"] : [ms, "ms"];
    return `${Number(value.toPrecision(3))}\u00a0${unit}`;
  };

  /** The machines that the page shows now: one, or two beside one another. */
  const machines = () => {
    /** @type {{ name: string, label: string }[]} */
    const known = JSON.parse(first('meta[name="machines"]')?.getAttribute("content") ?? "[]");
    const { machine = known[0]?.name, compared } = document.documentElement.dataset;
    return known.filter(({ name }) => name === machine || name === compared).sort(({ name }) => (name === machine ? -1 : 1));
  };

  /** @param {SimulatorLaunch} launch */
  const shape = ({ grid, block }) => `${grid.join("x")} ${block.join("x")}`;

  return class {
    /**
     * @param {Bench} experiment
     * @param {Element} holder
     */
    constructor(experiment, holder) {
      this.experiment = experiment;
      this.body = add(holder, "div", { class: "experiment-recorded" });
      document.addEventListener("machineschange", () => this.show());
    }

    /**
     * @param {string} machine
     * @param {Recorded} wanted
     * @returns {Row | undefined}
     */
    row(machine, { result, where, nth = 0 }) {
      const found = this.experiment.compiled.records[machine]?.[result];
      const rows = found?.rows.map(row => Object.fromEntries(row.map((field, i) => [found.columns[i], field])));
      return rows?.filter(row => Object.entries(where).every(([column, value]) => value === undefined || row[column] === value))[nth];
    }

    /**
     * What a row says, by what it is called.
     * @param {Row} row
     * @param {Recorded} wanted
     * @returns {[string, string][]}
     */
    said(row, { of }) {
      if (typeof row.ms === "number") {
        const size = typeof row.n === "number" ? `, n = ${numberShown(row.n)}` : "";
        return [[`time${of ? ` of ${of}` : ""}${size}`, time(row.ms)]];
      }
      const [grid, block] = [row.grid, row.block].map(extent => String(extent).replace(/(x1)+$/, ""));
      const launched = `${grid} ${grid === "1" ? "block" : "blocks"} of ${block}`;
      const same = `${row.grid} ${row.block}` === shape(this.experiment.request().launches[0]), numbers = /** @type {Record<string, number>} */ (row);
      // Of a launch of another size, what it did for each request alone can be held against this one.
      return this.experiment.described.counts.filter(count => (same || counts.ratios.includes(count)) && !Number.isNaN(counts.value(numbers, count)))
        .map(count => [`${counts.label(count)}, ${launched}`, counts.shown(counts.value(numbers, count))]);
    }

    show() {
      const { described, settings } = this.experiment, wanted = (described.recorded?.(settings) ?? []).flatMap(each => each || []);
      const shown = machines();
      /** @type {Map<string, string[]>} */
      const lines = new Map();
      shown.forEach(({ name }, column) => {
        for (const each of wanted) {
          const row = this.row(name, each);
          for (const [label, value] of row ? this.said(row, each) : []) {
            const line = lines.get(label) ?? shown.map(() => "not recorded");
            const isOutdated = this.experiment.compiled.records[name][each.result].outdated;
            line[column] = isOutdated ? `${value} (outdated: ${isOutdated})` : value;
            lines.set(label, line);
          }
        }
      });
      if (!described.records) {
        this.body.replaceChildren();
        return;
      }
      if (!lines.size) {
        const names = shown.map(({ label }) => label).join(" and ");
        this.body.replaceChildren(make("p", { class: "hint" }, `What ${names} would take for this setting is not recorded.`));
        return;
      }
      const head = [this.experiment.isEdited() ? "recorded with the book's kernel" : "recorded", ...shown.map(({ label }) => label)].map(text => make("th", { scope: "col" }, text));
      const rows = [...lines].map(([label, values]) =>
        make("tr", { "data-recorded": label }, make("th", { scope: "row" }, label), ...values.map(value => make("td", {}, value))));
      this.body.replaceChildren(make("table", { class: "experiment-counts" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)));
    }
  };
})();
