// A kernel's source, its PTX and its machine code beside one another: what was made of a line is marked where the reader
// points at it, or at any of that.
"use strict";

const Hood = (() => {
  const mostShown = 6; // kinds of instructions

  /** @typedef {{ line: number, text: string }} Row  of the line that it was made of; 0 where that is none of this source */

  /**
   * @param {string} ptx
   * @param {string} file
   * @returns {Row[]}
   */
  const rowsOfPtx = (ptx, file) => {
    const files = new Map([...ptx.matchAll(/^\s*\.file\s+(\d+)\s+"(.*?)"/gm)].map(([, number, name]) => [number, name]));
    /** @type {Row[]} */
    const rows = [];
    let line = 0;
    for (const text of ptx.split("\n")) {
      if (/^\s*\.loc\s/.test(text)) {
        // The innermost place comes first.
        const places = [...text.matchAll(/(?:\.loc|inlined_at)\s+(\d+)\s+(\d+)/g)].map(([, number, at]) => ({ name: files.get(number), at: Number(at) }));
        line = places.find(({ name, at }) => name === file && at)?.at ?? 0;
      } else if (text.trim() && !/^\s*\.(file|version|target|address_size)\b/.test(text)) {
        const isCode = /^\s+[^.\s]/.test(text);
        rows.push({ line: isCode ? line : 0, text });
        if (/^\s*\.?(\w+ )*\.entry/.test(text)) line = 0;
      }
    }
    return rows;
  };

  /**
   * "12 instructions: 4 IMAD, 2 LDG, …"
   * @param {Row[]} rows
   */
  const mix = rows => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    const instructions = rows.filter(({ text }) => !text.endsWith(":"));
    for (const { text } of instructions) {
      const kind = text.replace(/^@\S+ /, "").split(/[ .]/)[0];
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const sorted = [...counts].sort(([, a], [, b]) => b - a), shown = sorted.slice(0, mostShown).map(([kind, count]) => `${count} ${kind}`);
    return `${instructions.length} instructions: ${shown.join(", ")}${sorted.length > mostShown ? " and others" : ""}`;
  };

  return class {
    /**
     * @param {Bench} experiment
     * @param {Element} holder
     */
    constructor(experiment, holder) {
      this.experiment = experiment;
      this.body = add(holder, "details", { class: "hood" }, make("summary", {}, "Under the hood: source, PTX and machine code"));
      this.facts = add(this.body, "ul", { class: "hood-facts" });
      this.note = add(this.body, "p", { class: "hint" });
      this.columns = add(this.body, "div", { class: "hood-columns" });
      this.shown = "";
      /** @type {HTMLElement | undefined} the line that was clicked */
      this.kept = undefined;
      this.body.addEventListener("toggle", () => this.refresh());
    }

    /** The setting may be that of another kernel, or the kernel another one. */
    refresh() {
      if (!this.body.open) return;
      const { experiment } = this, { compiled } = experiment, { ptx, launches } = experiment.request();
      const kernels = [...new Set(launches.map(({ kernel }) => kernel))], key = kernels.join() + ptx;
      if (key === this.shown) return;
      this.shown = key;
      this.kept = undefined;
      const isCompilers = ptx === experiment.nvccs();
      const found = isCompilers ? kernels.flatMap(kernel => compiled.machine?.kernels[kernel] ?? []) : [];
      const machine = found.flatMap(({ code }) => code.map(([line, text]) => ({ line, text })));
      // A parameter's name begins with its kernel's, which fills the column.
      const named = new RegExp(`\\b(?:${kernels.map(each => each.replaceAll("$", "\\$&")).join("|")})_(param_\\d+)`, "g");
      const rows = rowsOfPtx(ptx, compiled.file).map(({ line, text }) => ({ line, text: text.replace(named, "$1") }));
      const used = new Set([...rows, ...machine].map(({ line }) => line).filter(Boolean));
      const source = steps.excerpts(used, compiled.code, this.experiment.kernels()[0]).flatMap((run, i) => [
        ...(i ? [{ line: 0, text: "…" }] : []), ...run.map(([line, text]) => ({ line: used.has(line) ? line : 0, text })),
      ]);
      this.facts.replaceChildren(...found.map(({ registers, code }, i) => {
        const name = Object.keys(compiled.kernels).find(each => compiled.kernels[each] === kernels[i]) ?? "";
        return make("li", {}, make("code", {}, name), `: ${registers} registers; ${mix(code.map(([line, text]) => ({ line, text })))}`);
      }));
      this.note.textContent = (machine.length ? "" : isCompilers ? "Without nvdisasm there is no machine code to be shown. " : "Of PTX that you edited there is no machine code. ")
        + "Point at a line. A click keeps it and brings what belongs to it into view; the arrow keys go through a column.";
      this.columns.replaceChildren();
      this.addColumn("Source", source);
      this.addColumn("PTX", rows);
      if (machine.length) this.addColumn(`Machine code, ${compiled.machine?.architecture}`, machine);
    }

    /**
     * @param {string} title
     * @param {Row[]} rows
     */
    addColumn(title, rows) {
      const id = `${this.experiment.aid.id}-hood-${this.columns.childElementCount}`;
      const column = add(this.columns, "div", { class: "hood-column" }, make("p", { id }, title));
      const list = add(column, "div", { role: "listbox", tabindex: 0, "aria-labelledby": id, "aria-multiselectable": "true" });
      const options = rows.map(({ line, text }, i) => add(list, "div", {
        role: "option", id: `${id}-${i}`, "aria-selected": "false", ...(line ? { "data-line": line } : { "aria-disabled": "true" }),
        ...(text.trim() ? {} : { "aria-label": "an empty line" }),
      }, text || "\u00a0"));
      const lined = options.filter(option => option.dataset.line);
      list.addEventListener("pointerover", ({ target }) => {
        if (!this.kept && target instanceof HTMLElement && target.dataset.line) this.mark(target.dataset.line);
      });
      list.addEventListener("click", ({ target }) => {
        if (!(target instanceof HTMLElement && target.dataset.line)) return;
        this.kept = this.kept === target ? undefined : target;
        this.follow(list, target);
      });
      list.addEventListener("keydown", event => {
        const active = list.getAttribute("aria-activedescendant"), place = lined.findIndex(option => option.id === active);
        const next = { ArrowDown: place + 1, ArrowUp: Math.max(place, 1) - 1, Home: 0, End: lined.length - 1 }[event.key];
        if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        const option = lined[Math.min(next, lined.length - 1)];
        if (!option) return;
        this.reveal(list, option);
        this.follow(list, option);
      });
    }

    /** @param {string} line */
    mark(line) {
      for (const option of all("[role=option]", this.columns)) option.setAttribute("aria-selected", String(option.dataset.line === line));
    }

    /**
     * Marks what belongs to an option's line, and shows the first of it in the other columns.
     * @param {HTMLElement} list
     * @param {HTMLElement} option
     */
    follow(list, option) {
      for (const each of all("[role=listbox]", this.columns)) each.removeAttribute("aria-activedescendant");
      list.setAttribute("aria-activedescendant", option.id);
      this.mark(option.dataset.line ?? "");
      for (const other of all("[role=listbox]", this.columns)) {
        const belonging = first("[aria-selected=true]", other);
        if (other !== list && belonging) this.reveal(other, belonging);
      }
    }

    /**
     * @param {HTMLElement} list
     * @param {HTMLElement} option
     */
    reveal(list, option) {
      const place = option.getBoundingClientRect(), frame = list.getBoundingClientRect();
      if (place.top < frame.top || place.bottom > frame.bottom) list.scrollTop += place.top - frame.top - frame.height / 3;
    }
  };
})();
