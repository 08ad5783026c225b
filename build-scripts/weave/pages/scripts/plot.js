// A figure's data as a plot that answers: series on and off, other scales and quantities, a second machine over the first, be it
// the reader's own; the value and its quartiles where the pointer, or the keyboard, is.
"use strict";

/** @typedef {{ x: number, y: number, line: number, place: number }} Mark  where a point is drawn, and which it is */

const Plot = (() => {
  const height = 340, room = { left: 62, right: 14, top: 12, bottom: 44 }, colours = 6;

  const digits = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
  /** @param {number} power */
  const raised = power => String(power).replace("-", "\u207b").replace(/\d/g, digit => digits[Number(digit)]);

  /** @param {number} value */
  const exact = value => {
    const power = Math.floor(Math.log10(Math.abs(value)) + 1e-9), front = Number((value / 10 ** power).toPrecision(4));
    if (value === 0 || (power < 6 && power > -4)) return String(Number(value.toPrecision(4)));
    return front === 1 ? `10${raised(power)}` : `${front} \u00d7 10${raised(power)}`;
  };

  /** @param {number} value  powers of two as such */
  const counted = value => {
    const power = Math.log2(value);
    return Number.isInteger(power) && power >= 10 ? `2${raised(power)}` : Number.isInteger(value) ? numberShown(value) : exact(value);
  };

  /**
   * Places on an axis, with what stands there.
   * @param {number} least
   * @param {number} most
   * @param {boolean} isLog
   * @param {boolean} byTwo  whether values are powers of two
   * @returns {[number, string][]}
   */
  const ticks = (least, most, isLog, byTwo) => {
    if (isLog) {
      const base = byTwo ? 2 : 10, from = Math.ceil(Math.log(least) / Math.log(base) - 1e-9), to = Math.floor(Math.log(most) / Math.log(base) + 1e-9);
      const step = Math.max(1, Math.ceil((to - from + 1) / 8));
      const powers = Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, k) => base ** (from + k * step));
      if (powers.length > 1) return powers.map(each => [each, byTwo ? counted(each) : exact(each)]);
    }
    const step = stepOf(least, most), found = [];
    for (let at = Math.ceil(least / step) * step; at <= most + step / 1e6; at += step) found.push(Number(at.toPrecision(12)));
    return found.map(each => [each, exact(each)]);
  };

  /**
   * Between two places on a linear axis.
   * @param {number} least
   * @param {number} most
   */
  const stepOf = (least, most) => {
    const rough = (most - least) / 5 || 1, power = 10 ** Math.floor(Math.log10(rough));
    return power * ([1, 2, 5].find(each => each * power >= rough) ?? 10);
  };

  return class {
    /**
     * @param {HTMLElement} figure
     * @param {string} name  the figure's
     * @param {string} id
     * @param {Record<string, string>} machines  their labels by their names
     */
    constructor(figure, name, id, machines) {
      this.figure = figure;
      this.id = id;
      this.machines = machines;
      this.body = make("div", { class: "plot" });
      this.controls = add(this.body, "div", { class: "plot-controls" });
      this.legend = add(this.body, "fieldset", { class: "plot-series" });
      this.stage = add(this.body, "div", {
        class: "plot-stage", tabindex: 0, role: "group", "aria-label": `${name}, plot`, "aria-describedby": `${id}-keys`,
      });
      this.said = add(this.body, "p", { class: "plot-said", role: "status" });
      add(this.body, "p", { id: `${id}-keys`, hidden: "" }, "Arrows go from point to point, and from series to series.");
      this.note = add(this.body, "p", { class: "plot-note" });
      /** @type {Explored | undefined} what the figure shows of one of its results */
      this.described = figure.dataset.explore ? JSON.parse(figure.dataset.explore) : undefined;
      /** @type {Map<string, { colour: number, words: string }>} of the series */
      this.looks = new Map();
      /** @type {Set<string>} the series that are not shown */
      this.hidden = new Set();
      this.table = -1;
      this.axis = this.quantity = this.second = "";
      this.logX = this.logY = true;
      /** @type {string[]} the columns whose words name a series, and the series */
      this.names = [];
      /** @type {string[]} */
      this.series = [];
      /** @type {Record<string, string | number>} */
      this.filter = {};
      /** @type {Source[]} */
      this.sources = [];
      /** @type {Source[]} what the reader has measured */
      this.own = [];
      /** @type {{ name: string, machine: string, points: Point[], colour: string, isSecond: boolean, isSquare: boolean }[]} */
      this.drawn = [];
      /** @type {Mark[]} */
      this.marks = [];
      /** @type {Mark | undefined} */
      this.here = undefined;
      this.stage.addEventListener("pointermove", event => this.near(event));
      this.stage.addEventListener("pointerdown", event => this.near(event));
      this.stage.addEventListener("keydown", event => this.step(event));
      new ResizeObserver(() => this.draw()).observe(this.stage);
      this.open();
    }

    /**
     * Draws what the reader has measured over the rest.
     * @param {File | undefined} file
     */
    async take(file) {
      if (!file) return;
      const text = await file.text(), machine = `file ${this.own.length + 1}`;
      try {
        const { place, gpu, tables } = plotData.own(text, this.sources[0].tables);
        this.machines = { ...this.machines, [machine]: `${gpu}, ${file.name}` };
        this.own.push({ machine, tables });
        if (place === this.table) this.sources.push(this.own[this.own.length - 1]);
        else {
          this.table = place;
          this.open();
        }
        this.second = machine;
        this.showControls();
        this.draw();
        this.said.textContent = `Dashed: ${gpu}, from ${file.name}.`;
      } catch (error) {
        this.said.textContent = error instanceof Error ? error.message : String(error);
      }
    }

    get data() {
      return this.sources[0].tables[this.table];
    }

    /** What the figure shows of the table that is chosen. */
    figures() {
      return this.data.name === (this.described?.data ?? this.sources[0].tables[0].name) ? this.described : undefined;
    }

    /** @param {string} name  of a series */
    wordsOf(name) {
      return this.looks.get(name)?.words ?? name;
    }

    /** @param {string} name  of a series */
    classOf(name) {
      const { colour = 1 } = this.looks.get(name) ?? {};
      return colour > colours ? `of-${colour - colours} square` : `of-${colour}`;
    }

    /** What varies, in words. */
    get across() {
      return this.figures()?.x ?? this.axis;
    }

    /** Begins anew, with the machine that is shown now. */
    open() {
      this.sources = [...plotData.sources(this.figure).filter(({ tables }) => tables.length), ...this.own];
      if (this.table < 0) this.table = Math.max(0, this.sources[0].tables.findIndex(({ name }) => name === this.described?.data));
      const { data } = this, figures = this.figures(), axis = figures?.axis ?? plotData.axesOf(data)[0], { names, chosen } = plotData.keysOf(data, axis, figures);
      this.names = names;
      this.axis = axis;
      const told = figures?.series ?? {}, found = new Set(data.rows.map(row => plotData.seriesOf(row, names, figures)));
      const first = Object.keys(told).filter(name => found.has(name)), others = [...found].filter(name => !first.includes(name));
      const spare = Array.from({ length: 2 * colours }, (_, place) => place + 1).filter(colour => !first.some(name => told[name][0] === colour));
      this.series = [...first, ...others];
      this.looks = new Map([...first.map(name => /** @type {[string, { colour: number, words: string }]} */ ([name, { colour: told[name][0], words: told[name][1] }])),
        ...others.map((name, place) => /** @type {[string, { colour: number, words: string }]} */ ([name, { colour: spare[place % spare.length], words: name || "all" }]))]);
      this.filter = Object.fromEntries(chosen.map(column => [column, plotData.valuesOf(data, column).slice(-1)[0]]));
      const copy = this.series.find(each => /\bcopy\b|memcpy/i.test(each));
      this.quantity = figures ? "figure" : copy && this.series.length > 4 ? copy : "time";
      this.logX = !figures?.linear?.includes("x") && plotData.valuesOf(data, axis).every(each => Number(each) > 0);
      for (const [column, value] of Object.entries(figures?.where ?? {})) if (column in this.filter) this.filter[column] = value;
      this.second = "";
      this.hidden.clear();
      if (first.length) others.forEach(name => this.hidden.add(name));
      const heights = this.lines().flatMap(({ points }) => points.map(({ y }) => y));
      this.logY = figures ? !figures.linear?.includes("y") : this.quantity === "time" && Math.max(...heights) > 20 * Math.min(...heights);
      this.showControls();
      this.draw();
    }

    /**
     * @param {string} label
     * @param {[string, string][]} options  values, and words for them
     * @param {string} value
     * @param {(value: string) => void} choose
     */
    addChoice(label, options, value, choose) {
      if (options.length < 2) return;
      const id = `${this.id}-${this.controls.childElementCount}`, select = make("select", { id }, ...options.map(([value, words]) => make("option", { value }, words)));
      select.value = value;
      select.addEventListener("change", () => { choose(select.value); this.draw(); });
      add(this.controls, "p", {}, make("label", { for: id }, label), " ", select);
    }

    showControls() {
      this.controls.replaceChildren();
      const [{ tables, machine }, ...others] = this.sources, { data } = this;
      /** @type {[string, string][]} */
      const scales = [["log", "logarithmic"], ["linear", "linear"]];
      this.addChoice("Data", tables.map(({ name }, place) => [String(place), name]), String(this.table), value => {
        this.table = Number(value);
        this.open();
      });
      /** @type {[string, string][]} */
      const rates = this.axis === "n" ? [["rate", "n per time"]] : this.axis === "bytes" ? [["rate", "bytes per time"]] : [];
      const shares = this.series.length === 1 ? [] : this.series.map(each => /** @type {[string, string]} */ ([each, `% of the speed of ${this.wordsOf(each)}`]));
      const figures = this.figures(), isTime = figures?.of === "ms" && (figures.times ?? 1) === 1;
      /** @type {[string, string][]} */
      const times = isTime ? [] : [["time", "time"]];
      this.addChoice("Show", [...(figures ? [/** @type {[string, string]} */ (["figure", isTime ? "time" : figures.unit])] : []), ...times, ...rates, ...shares], this.quantity, value => { this.quantity = value; });
      for (const column of Object.keys(this.filter)) {
        const values = plotData.valuesOf(data, column);
        this.addChoice(column, values.map(each => [String(each), typeof each === "number" ? counted(each) : each]), String(this.filter[column]), value => {
          this.filter[column] = values.find(each => String(each) === value) ?? value;
        });
      }
      const isPositive = plotData.valuesOf(data, this.axis).every(each => Number(each) > 0);
      this.addChoice("Horizontal scale", isPositive ? scales : [], this.logX ? "log" : "linear", value => { this.logX = value === "log"; });
      this.addChoice("Vertical scale", scales, this.logY ? "log" : "linear", value => { this.logY = value === "log"; });
      const besides = others.filter(each => each.tables[this.table]?.name === data.name && each.machine && machine);
      this.addChoice("Beside", [["", "no other machine"], ...besides.map(each => /** @type {[string, string]} */ ([each.machine, this.machines[each.machine] ?? each.machine]))], this.second,
        value => {
          this.second = value;
          this.showLegend();
        });
      const id = `${this.id}-own`, file = make("input", { id, type: "file", accept: ".csv" });
      file.addEventListener("change", () => this.take(file.files?.[0]));
      add(this.controls, "p", {}, make("label", { for: id }, "Your own ", make("code", {}, `${data.name}.csv`)), " ", file);
      this.showLegend();
    }

    showLegend() {
      this.legend.replaceChildren(make("legend", { class: "hidden" }, "Series"));
      // A single one is all that there is to show.
      if (this.series.length > 1) this.series.forEach(name => {
        const box = make("input", { type: "checkbox", value: name });
        box.checked = !this.hidden.has(name);
        box.addEventListener("change", () => {
          this.hidden[box.checked ? "delete" : "add"](name);
          this.draw();
        });
        add(this.legend, "label", {}, box, make("i", { class: this.classOf(name) }), ` ${this.wordsOf(name)}`);
      });
      const [{ machine }] = this.sources;
      if (this.second) add(this.legend, "p", {}, `Full lines: ${this.machines[machine] ?? machine}. Dashed: ${this.machines[this.second] ?? this.second}.`);
    }

    /**
     * The lines to draw: a series on a machine each.
     * @returns {{ name: string, machine: string, points: Point[], colour: string, isSecond: boolean, isSquare: boolean }[]}
     */
    lines() {
      const [own, ...others] = this.sources, second = others.find(({ machine }) => machine && machine === this.second);
      const how = { axis: this.axis, names: this.names, filter: this.filter, quantity: this.quantity, figures: this.figures() };
      return [own, ...(second ? [second] : [])].flatMap(({ machine, tables }, other) => this.series.flatMap(name => {
        const points = this.hidden.has(name) ? [] : plotData.points(tables[this.table], how, name);
        return points.length ? [{ name, machine, points, colour: this.classOf(name).split(" ")[0], isSecond: other > 0, isSquare: this.classOf(name).includes("square") }] : [];
      }));
    }

    draw() {
      const width = Math.max(280, this.stage.clientWidth), lines = this.lines(), shown = lines.flatMap(({ points }) => points);
      const svg = fill(document.createElementNS("http://www.w3.org/2000/svg", "svg"), { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
      this.stage.replaceChildren(svg);
      this.marks = [];
      this.here = undefined;
      this.drawn = lines;
      this.note.textContent = this.quantity === "figure" && this.figures()?.x ? "These are the series that were measured; lines that the figure adds are not among them."
        : "The caption speaks of the figure, not of this plot.";
      this.said.textContent = shown.length ? "" : "Nothing to show: choose a series.";
      if (!shown.length) return;
      /**
       * @param {number[]} values
       * @param {boolean} isLog
       * @param {number} from
       * @param {number} to
       * @param {boolean} isUp  begins at zero, so that heights compare
       */
      const scale = (values, isLog, from, to, isUp) => {
        const logs = isLog && values.every(value => value > 0), of = logs ? Math.log : Number;
        let [least, most] = [Math.min(...values), Math.max(...values)];
        if (!logs && least > 0 && (isUp || least < most / 2)) least = 0;
        if (least === most) [least, most] = [least / 2, most * 1.5 || 1];
        // No point lies above the highest tick.
        if (isUp && logs && most >= 10 * least) most = 10 ** Math.ceil(Math.log10(most) - 1e-9);
        else if (isUp) most = Math.ceil(most / stepOf(least, most) - 1e-9) * stepOf(least, most);
        return { least, most, logs: Boolean(logs), at: (/** @type {number} */ value) => from + (to - from) * (of(value) - of(least)) / (of(most) - of(least)) };
      };
      const x = scale(shown.map(point => point.x), this.logX, room.left + 8, width - room.right - 8, false);
      const y = scale(shown.flatMap(({ low, high }) => [low, high]), this.logY, height - room.bottom, room.top, true);
      const byTwo = shown.filter(point => Number.isInteger(Math.log2(point.x))).length > shown.length / 2;
      const fitting = Math.max(2, Math.floor(width / 90)), along = ticks(x.least, x.most, x.logs, byTwo), skip = Math.ceil(along.length / fitting);
      along.filter((_, place) => place % skip === 0).forEach(([value, words]) => {
        draw(svg, "text", { x: x.at(value), y: height - room.bottom + 18, "text-anchor": "middle" }, words);
        draw(svg, "path", { class: "plot-grid", d: `M${x.at(value)} ${room.top}V${height - room.bottom}` });
      });
      for (const [value, words] of ticks(y.least, y.most, y.logs, false)) {
        draw(svg, "text", { x: room.left - 6, y: y.at(value) + 4, "text-anchor": "end" }, words);
        draw(svg, "path", { class: "plot-grid", d: `M${room.left} ${y.at(value)}H${width - room.right}` });
      }
      draw(svg, "text", { x: (room.left + width) / 2, y: height - 6, "text-anchor": "middle" }, this.across);
      draw(svg, "text", { transform: `translate(13 ${height / 2 - 16}) rotate(-90)`, "text-anchor": "middle" }, this.unit());
      lines.forEach((line, place) => this.drawLine(svg, line, place, x.at, y.at));
      this.cursor = draw(svg, "circle", { class: "plot-cursor", r: 8, cx: -20, cy: -20 });
    }

    /**
     * @param {Element} svg
     * @param {{ points: Point[], colour: string, isSecond: boolean, isSquare: boolean }} line
     * @param {number} number
     * @param {(value: number) => number} x
     * @param {(value: number) => number} y
     */
    drawLine(svg, { points, colour, isSecond, isSquare }, number, x, y) {
      const group = draw(svg, "g", { class: `plot-line ${colour}${isSecond ? " second" : ""}` });
      // Where there are several points above a place, no line leads from one to another.
      if (new Set(points.map(point => point.x)).size === points.length) draw(group, "path", { d: points.map((point, place) => `${place ? "L" : "M"}${x(point.x)} ${y(point.y)}`).join("") });
      points.forEach((point, place) => {
        const at = { x: x(point.x), y: y(point.y) };
        draw(group, "path", { d: `M${at.x} ${y(point.low)}V${y(point.high)}` });
        if (isSquare) draw(group, "rect", { x: at.x - 3, y: at.y - 3, width: 6, height: 6 });
        else draw(group, "circle", { cx: at.x, cy: at.y, r: 3.2 });
        this.marks.push({ ...at, line: number, place });
      });
    }

    /** What stands upwards. */
    unit() {
      const { quantity, axis } = this;
      if (quantity === "figure") return this.figures()?.unit ?? "";
      return quantity === "time" ? "ms" : quantity === "rate" ? (axis === "bytes" ? "GB/s" : `billions of ${axis} per second`) : `% of ${this.wordsOf(quantity)}`;
    }

    /** @param {Mark} mark */
    tell(mark) {
      const line = this.drawn[mark.line], point = line?.points[mark.place];
      if (!line || !point) return;
      this.here = mark;
      fill(/** @type {Element} */ (this.cursor), { cx: mark.x, cy: mark.y });
      const machine = this.second ? ` on ${this.machines[line.machine] ?? line.machine}` : "", unit = ["time", "rate", "figure"].includes(this.quantity) ? ` ${this.unit().split(", ").pop()}` : " %";
      const quartiles = point.low === point.high ? "" : ` (quartiles ${exact(point.low)} and ${exact(point.high)})`;
      this.said.textContent = `${this.wordsOf(line.name)}${machine}, ${this.across} = ${counted(point.x)}: ${exact(point.y)}${unit}${quartiles}`;
    }

    /** @param {PointerEvent} event */
    near(event) {
      const around = this.stage.getBoundingClientRect(), [x, y] = [event.clientX - around.left, event.clientY - around.top];
      const far = (/** @type {{ x: number, y: number }} */ mark) => Math.hypot(mark.x - x, mark.y - y);
      const [best] = [...this.marks].sort((a, b) => far(a) - far(b));
      if (best && far(best) < 60) this.tell(best);
    }

    /** @param {KeyboardEvent} event */
    step(event) {
      const along = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0, across = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
      const { marks, here, drawn } = this;
      if ((!along && !across) || !marks.length || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      const line = here ? (here.line + across + drawn.length) % drawn.length : 0, own = marks.filter(mark => mark.line === line);
      const place = here ? here.place + along : 0;
      if (own.length) this.tell(own[Math.min(Math.max(place, 0), own.length - 1)]);
    }
  };
})();
