// The picture that a player shows: time runs downwards, a lane is a thread from top to bottom, and below is the memory.
"use strict";

const Stage = (() => {
  const bankCount = 32;

  // Of rows at most, so that a player fits a window with its code and its words; longer runs scroll.
  const rowsHeight = () => Math.max(180, Math.min(480, window.innerHeight - 540));
  const letter = 6.8; // px, of a label

  /**
   * Room for the labels of rows and of memory.
   * @param {Run} run
   * @param {string} memory
   */
  const labelsOf = (run, memory) => {
    const lines = ["global", "both"].includes(memory) ? run.rows.flatMap(row => linesOf(row).map(line => nameOf(row, line))) : [];
    return 16 + letter * Math.max(...run.rows.map(({ label }) => label.length), ...lines.map(line => line.length));
  };

  /**
   * @param {Row} row
   * @param {Cell} cell
   */
  const comesFromAfar = ({ kind, step }, { from, lane }) =>
    from && from.lane !== lane && (kind === "shuffle" || step.space === "shared") ? from : null;

  /**
   * The lines of 128 bytes that a step touches in global memory.
   * @param {Row} row
   */
  const linesOf = ({ step }) => (step.space === "global" && step.at
    ? [...new Set(step.at.map(place => Math.floor(place / 128)))].sort((a, b) => a - b) : []);

  /**
   * What a line begins with: an element, where accesses have names, or else its distance from the first line.
   * @param {Row} row
   * @param {number} line
   */
  const nameOf = ({ step: { at = [], places, bytes = 0, lanes } }, line) => {
    const lane = lanes.findIndex((_, k) => Math.floor(at[k] / 128) === line);
    const [, array, first, last] = places?.[lane]?.match(/^(.*)\[(\d+)(?:…(\d+))?\]$/) ?? [];
    if (!array) return `+${line * 128}`;
    const element = bytes / (Number(last ?? first) - Number(first) + 1);
    return `${array}[${Number(first) - at[lane] % 128 / element}]`;
  };

  /**
   * Where things stand, for the room there is: all in CSS pixels.
   * @param {Run} run
   * @param {number} width
   * @param {number} rowsHeight
   * @param {string} memory
   */
  const layoutFor = (run, width, rowsHeight, memory) => {
    const isNarrow = width < 420, left = Math.min(Math.max(isNarrow ? 56 : 74, labelsOf(run, memory)), isNarrow ? 84 : 130), right = isNarrow || run.lanes > 16 ? 6 : 104, top = 22, row = 24;
    const cell = Math.max(15, Math.min(56, (width - left - right) / run.lanes));
    const whole = Math.max(width, left + right + cell * run.lanes);
    // Rows stand apart where values cross from lane to lane.
    const ys = [];
    let y = 4;
    for (const each of run.rows) {
      y += [...each.cells.values()].some(cell => comesFromAfar(each, cell)) ? 24 : 8;
      ys.push(y + row / 2);
      y += row;
    }
    const rows = y + 4, view = Math.min(rows, rowsHeight);
    let height = top + view, words, lines;
    if (["shared", "both"].includes(memory) && run.words) {
      const columns = Math.min(run.words, bankCount), count = Math.ceil(run.words / columns);
      words = {
        columns, top: height + 34, height: count <= 5 ? 22 : count <= 16 ? 9 : 6, cell: Math.min(cell, (whole - left - 6) / columns),
      };
      height = words.top + count * words.height + 10;
    }
    if (["global", "both"].includes(memory)) {
      const most = Math.max(...run.rows.map(each => linesOf(each).length));
      lines = { top: height + 34, height: most > 8 ? 7 : 18, width: whole - left - 6 };
      height = lines.top + most * lines.height + 10;
    }
    return { left, right, top, row, cell, hasCosts: right > 6, width: whole, ys, rows, view, height, words, lines };
  };

  return class {
    /**
     * @param {Element} holder
     * @param {Run} run
     * @param {string} memory  "shared", "global" or "both"
     * @param {string} figure  its name
     */
    constructor(holder, run, memory, figure) {
      this.run = run;
      this.memory = memory;
      this.region = add(holder, "div", { class: "player-stage", tabindex: 0, role: "group", "aria-label": `${figure}, ${run.unit}s against time` });
      this.picture = draw(this.region, "svg", { role: "img" });
      this.rows = this.picture;
      /** @type {Element[]} what stays at the left where the lanes scroll: labels of the memory, and of the rows */
      this.pinned = [this.picture, this.picture];
      this.region.addEventListener("scroll", () => this.pin(), { passive: true });
      this.width = this.height = 0;
      this.at = layoutFor(run, 260, 180, memory);
      const values = run.rows.filter(row => row.kind !== "branch").flatMap(row => [...row.cells.values()]);
      this.digits = Math.max(1, ...values.map(cell => traces.boxed(cell).length));
    }

    /** @param {number} lane */
    x(lane) {
      return this.at.left + (lane + 0.5) * this.at.cell;
    }

    /** @param {number} across  a place in the window */
    laneAt(across) {
      const lane = Math.floor((across - this.picture.getBoundingClientRect().left - this.at.left) / this.at.cell);
      return lane >= 0 && lane < this.run.lanes ? lane : undefined;
    }

    /**
     * How large the values can be, 0 where they do not fit.
     * @param {number} room
     */
    letters(room) {
      const size = Math.min(13, (room - 2) / (0.62 * this.digits));
      return size >= 7.5 ? size : 0;
    }

    /**
     * @param {number} now
     * @param {string} label
     * @param {number} [chosen]  a lane
     */
    draw(now, label, chosen) {
      const width = Math.max(this.region.clientWidth, 260), { run, picture } = this;
      if (width !== this.width) { // A phone's window grows and shrinks as one scrolls, at the same width.
        this.width = width;
        this.height = rowsHeight();
      }
      const at = this.at = layoutFor(run, width, this.height, this.memory), y = at.ys[now];
      picture.replaceChildren();
      fill(picture, { viewBox: `0 0 ${at.width} ${at.height}`, width: at.width, height: at.height, "aria-label": label });
      this.pinned = [0, 1].map(() => fill(document.createElementNS("http://www.w3.org/2000/svg", "g"), { class: "player-pinned" }));
      for (const each of this.pinned) draw(each, "rect", { x: 0, y: 0, width: at.left - 4, height: Math.max(at.height, at.rows) });
      if (chosen !== undefined) draw(picture, "rect", { class: "player-now", x: this.x(chosen) - at.cell / 2, y: 0, width: at.cell, height: at.height });
      this.drawLanes();
      this.rows = draw(picture, "svg", {
        x: 0, y: at.top, width: at.width, height: at.view,
        viewBox: `0 ${Math.max(0, Math.min(y - 0.6 * at.view, at.rows - at.view))} ${at.width} ${at.view}`,
      });
      draw(this.rows, "rect", { class: "player-now", x: 0, y: y - at.row / 2 - 4, width: at.width, height: at.row + 8, rx: 5 });
      const past = run.rows.slice(0, now + 1);
      this.drawThreads(now);
      past.forEach((row, place) => this.drawLinks(row, place, now));
      run.rows.forEach((row, place) => this.drawTitle(row, place, now));
      past.forEach((row, place) => this.drawCells(row, place, now));
      if (at.words) this.drawWords(run.rows[now], traces.contents(past), at.words);
      if (at.lines) this.drawLines(run.rows[now], at.lines);
      picture.append(this.pinned[0]);
      this.rows.append(this.pinned[1]);
      this.bringIntoView(run.rows[now]);
      this.pin();
    }

    pin() {
      const by = Math.max(0, this.region.scrollLeft);
      for (const each of this.pinned) {
        each.setAttribute("transform", `translate(${by})`);
        first("rect", each)?.toggleAttribute("hidden", !by);
      }
    }

    /**
     * Scrolls to what a step does, if none of it is to be seen.
     * @param {Row} row
     */
    bringIntoView({ cells }) {
      const { region, at } = this, places = [...cells.keys()].map(lane => this.x(lane)), left = region.scrollLeft;
      if (!places.length || places.some(x => x > left + at.left && x < left + region.clientWidth)) return;
      region.scrollLeft = Math.min(...places) - at.left - at.cell;
    }

    /**
     * Words of the picture: at a lane's place or a column's, or left of the lanes.
     * @param {string} kind
     * @param {number | null} x
     * @param {number} y
     * @param {string | number} text
     */
    write(kind, x, y, text) {
      draw(x === null ? this.pinned[0] : this.picture, "text", { class: `player-${kind}`, x: x ?? this.at.left - 10, y, "text-anchor": x === null ? "end" : "middle" }, text);
    }

    drawLanes() {
      this.write("axis", null, 14, this.run.unit);
      for (let lane = 0; lane < this.run.lanes; lane += this.at.cell < 20 ? 4 : 1) this.write("axis", this.x(lane), 14, lane);
    }

    /** @param {number} now */
    drawThreads(now) {
      let y1 = 0;
      this.run.rows.forEach(({ step }, place) => {
        const y2 = this.at.ys[place] + this.at.row / 2;
        for (let lane = 0; lane < this.run.lanes; ++lane) {
          const state = place > now ? " later" : traces.has(step.active, lane) ? "" : " waits", x = this.x(lane);
          draw(this.rows, "line", { class: `player-thread${state}`, x1: x, x2: x, y1, y2 });
        }
        y1 = y2;
      });
    }

    /**
     * @param {Row} row
     * @param {number} place
     * @param {number} now
     */
    drawTitle({ label, cost }, place, now) {
      const { at } = this, y = at.ys[place] + 4, state = place > now ? " later" : "";
      draw(this.pinned[1], "text", { class: `player-kind${state}`, x: at.left - 10, y, "text-anchor": "end" }, label);
      if (!cost || !at.hasCosts || place > now) return;
      const high = cost.count > 1 && cost.noun === "wavefront" ? " high" : "";
      draw(this.rows, "text", { class: `player-cost${high}`, x: at.width - at.right + 10, y }, traces.some(cost.count, cost.noun));
    }

    /**
     * @param {Row} row
     * @param {number} place
     * @param {number} now
     */
    drawLinks(row, place, now) {
      const { ys, row: height } = this.at, fresh = place === now ? " fresh" : "";
      for (const cell of row.cells.values()) {
        const from = comesFromAfar(row, cell);
        if (!from || (!fresh && this.run.lanes > 16)) continue;
        draw(this.rows, "line", {
          // A first shuffle reads what was there before.
          class: `player-link${fresh}`, x1: this.x(from.lane), y1: from.row < 0 ? 0 : ys[from.row] + height / 2,
          x2: this.x(cell.lane), y2: ys[place] - height / 2, pathLength: 1,
        });
      }
    }

    /**
     * @param {Row} row
     * @param {number} place
     * @param {number} now
     */
    drawCells({ kind, cells }, place, now) {
      const { at } = this, fresh = place === now ? " fresh" : "", y = at.ys[place], branches = kind === "branch";
      const width = Math.min(at.cell - (at.cell < 20 ? 1 : 6), 44), size = branches ? 11 : this.letters(width);
      for (const cell of cells.values()) {
        const x = this.x(cell.lane), side = branches ? (cell.jumps ? " jumps" : " stays") : "";
        draw(this.rows, "rect", {
          class: `player-cell ${kind}${side}${fresh}`, x: x - width / 2, y: y - at.row / 2, width, height: at.row, rx: 4,
        });
        const text = !branches ? traces.boxed(cell) : width < 36 ? "" : cell.jumps ? "jump" : "go on";
        const onlyRead = cell.value === undefined ? " only-read" : "";
        if (size && text) {
          draw(this.rows, "text", { class: `player-value${fresh}${onlyRead}`, x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" }, text);
        }
      }
    }

    /**
     * Shared memory behind the step: a column a bank. What the step touches stands out, a wavefront after the other.
     * @param {Row} row
     * @param {Map<number, number>} held
     * @param {{ columns: number, top: number, height: number, cell: number }} words
     */
    drawWords({ kind, step, cells }, held, { columns, top, height, cell: width }) {
      /** @type {Map<number, Cell>} */
      const touched = new Map();
      if (step.space === "shared") {
        for (const cell of cells.values()) {
          for (let byte = 0; byte < (step.bytes ?? 0); byte += 4) touched.set(Math.floor((cell.at + byte) / 4), cell);
        }
      }
      this.write("kind", null, top - 8, columns === bankCount ? "bank" : "word");
      this.write("kind", null, top + 15, "shared");
      for (let column = 0; column < columns; column += columns < bankCount ? 1 : 4) {
        this.write("axis", this.at.left + (column + 0.5) * width, top - 8, column);
      }
      const size = height > 12 ? this.letters(width) : 0;
      for (let word = 0; word < this.run.words; ++word) {
        const x = this.at.left + (word % columns) * width, y = top + Math.floor(word / columns) * height;
        const cell = touched.get(word), value = held.get(word), state = cell ? ` touched ${kind}` : value === undefined ? "" : " held";
        const box = draw(this.picture, "rect", {
          class: `player-word${state}`, x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 1.5,
        });
        if (cell?.wave) box.style.animationDelay = `${Math.min(cell.wave * 45, 1500)}ms`;
        if (!size || value === undefined) continue;
        draw(this.picture, "text", {
          class: `player-value${cell ? " fresh" : ""}`, x: x + width / 2, y: y + height / 2 + size * 0.36, "font-size": size,
          "text-anchor": "middle",
        }, traces.shown(value));
      }
    }

    /**
     * Global memory: a row a line of 128 bytes that the step touches, four sectors each, marks where lanes access.
     * @param {Row} row
     * @param {{ top: number, height: number, width: number }} lines
     */
    drawLines(row, { top, height, width }) {
      const { left } = this.at, { at: places = [], bytes = 0, lanes } = row.step, found = linesOf(row), sectors = [0, 1, 2, 3];
      this.write(found.length ? "kind" : "kind later", null, top - 8, "global");
      for (const sector of sectors) this.write("axis", left + (sector + 0.5) * width / 4, top - 8, `sector ${sector}`);
      found.forEach((line, place) => {
        const y = top + place * height, touched = new Set(places.map(byte => Math.floor(byte / 32) - 4 * line));
        for (const sector of sectors) {
          draw(this.picture, "rect", {
            class: `player-word${touched.has(sector) ? " held" : ""}`, x: left + sector * width / 4 + 0.5, y: y + 0.5,
            width: width / 4 - 1, height: height - 1, rx: 1.5,
          });
        }
        places.forEach((byte, k) => {
          if (Math.floor(byte / 128) !== line) return;
          const x = left + byte % 128 / 128 * width, long = bytes / 128 * width;
          draw(this.picture, "rect", {
            class: `player-word touched ${row.kind}`, x: x + 1, y: y + 2, width: Math.max(2, long - 2), height: height - 4, rx: 1,
          });
          if (long < 16 || height <= 12) return;
          draw(this.picture, "text", { class: "player-value", x: x + long / 2, y: y + 12.5, "font-size": 10, "text-anchor": "middle" }, lanes[k]);
        });
        if (height > 12) this.write("axis", null, y + 13, nameOf(row, line));
      });
    }
  };
})();
