// Plays a trace in a figure's place. A step is what the warp does with one instruction.
"use strict";

const Player = (() => {
  /**
   * What a table says of a cell.
   * @param {Row} row
   * @param {Cell | undefined} cell
   */
  const inTable = ({ kind, step }, cell) => {
    if (!cell) return "";
    if (kind === "branch") return cell.jumps ? "jumps" : "goes on";
    const value = traces.boxed(cell);
    if (kind === "shuffle" && cell.from) return `${cell.value === undefined ? "" : `${value} `}(${traces.shown(cell.read)} of ${cell.source})`;
    return cell.place ? `${value} @${cell.place}` : step.space === "shared" ? `${value} @${cell.at / 4}` : value;
  };

  return class {
    /**
     * @param {Element} holder
     * @param {{ memory: string, traces: Trace[] }} data
     * @param {string} name  that no other player has
     * @param {string} figure  its name
     */
    constructor(holder, data, name, figure) {
      this.data = data;
      this.figure = figure;
      this.now = 0;
      this.timer = 0;
      this.body = add(holder, "div", { class: "player-body" });
      if (data.traces.length > 1) this.addChoice(name);
      this.code = add(this.body, "pre", { class: "player-code", tabindex: 0, role: "region", "aria-label": `${figure}, source` });
      // Beside the code that it speaks of.
      this.words = add(this.body, "p", { class: "player-words", "aria-live": "polite" });
      this.stageHolder = add(this.body, "div");
      /** @type {number | undefined} whose values are told, too: cells may be too small for them */
      this.lane = undefined;
      this.stageHolder.addEventListener("click", event => this.pick(event));
      this.bar = add(this.body, "div", { class: "player-controls", role: "group", "aria-label": `${figure}, player` });
      this.firstButton = this.addButton("first", "First step", () => this.go(0));
      this.backButton = this.addButton("back", "Step back", () => this.go(this.now - 1));
      this.playButton = this.addButton("play", "Play", () => this.play());
      this.forwardButton = this.addButton("forward", "Step forward", () => this.go(this.now + 1));
      this.slider = add(this.bar, "input", { type: "range", min: 1, value: 1, "aria-label": "Step" });
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - 1));
      this.count = add(this.bar, "span", { class: "player-count" });
      this.speed = this.addSpeed();
      this.table = add(this.body, "details", { class: "player-table" }, make("summary", {}, "The run as a table"));
      this.table.addEventListener("toggle", () => this.fillTable());
      /** @type {Run | undefined} */
      this.filled = undefined;
      const { run, stage, lines } = this.begin(0);
      this.run = run;
      this.stage = stage;
      this.lines = lines;
      this.body.addEventListener("keydown", event => this.onKey(event));
      let width = 0;
      new ResizeObserver(([entry]) => {
        const wide = Math.round(entry.contentRect.width);
        if (!wide || wide === width) return;
        width = wide;
        this.show(this.now);
        this.fit();
      }).observe(this.stageHolder);
    }

    /** @param {string} name */
    addChoice(name) {
      const choice = add(this.body, "fieldset", { class: "player-choice" }, make("legend", { class: "hidden" }, "Which run"));
      this.data.traces.forEach((trace, place) => {
        const radio = make("input", { type: "radio", name });
        radio.checked = place === 0;
        radio.addEventListener("change", () => this.choose(place));
        add(choice, "label", {}, radio, ` ${trace.label}`);
      });
    }

    /**
     * @param {keyof icons} name
     * @param {string} label
     * @param {() => void} action
     */
    addButton(name, label, action) {
      const button = add(this.bar, "button", { type: "button" });
      setIcon(button, name, label);
      button.addEventListener("click", action);
      return button;
    }

    addSpeed() {
      const options = [["0.5", "½"], ["1", "1"], ["2", "2"], ["4", "4"]];
      const speed = make("select", {}, ...options.map(([value, text]) => make("option", { value }, `${text}×`)));
      speed.value = "1";
      speed.addEventListener("change", () => {
        if (!this.timer) return;
        this.pause();
        this.play();
      });
      add(this.bar, "label", { class: "player-speed" }, make("span", { class: "word" }, "Speed "), speed);
      return speed;
    }

    /**
     * A run, its picture and its lines of code.
     * @param {number} place  among the traces
     */
    begin(place) {
      const trace = this.data.traces[place], run = traces.read(trace);
      this.stageHolder.replaceChildren();
      this.slider.max = String(run.rows.length);
      this.code.replaceChildren();
      this.code.hidden = !trace.code.length;
      this.table.open = false;
      this.filled = undefined;
      /** @type {Map<number, HTMLElement>} */
      const lines = new Map();
      trace.code.forEach((excerpt, place) => {
        if (place > 0) add(this.code, "span", { class: "player-gap" }, "…\n");
        for (const [number, line] of excerpt) {
          const text = line || " ", indent = text.search(/\S|$/), rest = make("span", { class: "rest" }, `${text.slice(indent)}\n`);
          const made = add(this.code, "span", { class: `i${Math.min(indent, 13)}` }, text.slice(0, indent), rest);
          if (!lines.has(number)) lines.set(number, made);
        }
      });
      return { run, stage: new Stage(this.stageHolder, run, this.data.memory, this.figure), lines };
    }

    /** @param {number} place */
    choose(place) {
      this.pause();
      Object.assign(this, this.begin(place));
      this.show(Math.min(this.now, this.run.rows.length - 1));
      this.fit();
    }

    /** Shows less of the code where the player is taller than the window. */
    fit() {
      const { code, body, table } = this, head = first(".bar")?.offsetHeight ?? 0;
      code.style.maxHeight = "";
      const over = body.offsetHeight - table.offsetHeight + head - innerHeight;
      if (over > 0 && code.offsetHeight) code.style.maxHeight = `${Math.max(70, code.offsetHeight - over)}px`;
    }

    /** @param {MouseEvent} event */
    pick({ clientX }) {
      const lane = this.stage.laneAt(clientX);
      this.lane = lane === this.lane ? undefined : lane;
      this.show(this.now);
    }

    /** @param {Row} row  what the chosen lane does */
    told(row) {
      const { lane, run: { unit } } = this;
      return lane === undefined ? "" : ` ${unit[0].toUpperCase()}${unit.slice(1)} ${lane}: ${inTable(row, row.cells.get(lane)) || "takes no part"}.`;
    }

    /**
     * What the memory has cost up to a step, in words.
     * @param {number} now
     */
    sum(now) {
      /** @type {Record<string, number>} */
      const totals = {};
      for (const { cost } of this.run.rows.slice(0, now + 1)) {
        if (cost) totals[cost.noun] = (totals[cost.noun] ?? 0) + cost.count;
      }
      const words = Object.entries(totals).map(([noun, count]) => traces.some(count, noun)).join(", ");
      return words && ` So far: ${words}.`;
    }

    /** @param {number} now */
    show(now) {
      const { rows } = this.run, row = rows[now], last = rows.length - 1;
      this.now = now;
      this.words.replaceChildren(make("strong", {}, `Step ${now + 1}, ${row.title}:`), ` ${row.words}${this.sum(now)}${this.told(row)}`);
      this.stage.draw(now, this.words.textContent ?? "", this.lane);
      this.slider.value = String(now + 1);
      this.slider.setAttribute("aria-valuetext", `step ${now + 1} of ${rows.length}, ${row.title}`);
      this.count.textContent = `${now + 1} / ${rows.length}`;
      for (const button of [this.firstButton, this.backButton]) button.setAttribute("aria-disabled", String(now === 0));
      this.forwardButton.setAttribute("aria-disabled", String(now === last));
      for (const [number, line] of this.lines) {
        const isNow = number === row.step.line;
        line.classList.toggle("now", isNow);
        if (isNow && this.code.scrollHeight > this.code.clientHeight) {
          this.code.scrollTop = line.offsetTop - this.code.clientHeight / 2;
        }
      }
    }

    /** @param {number} place */
    go(place) {
      this.pause();
      if (place >= 0 && place < this.run.rows.length && place !== this.now) this.show(place);
    }

    play() {
      if (this.timer) {
        this.pause();
        return;
      }
      if (this.now === this.run.rows.length - 1) this.show(0);
      setIcon(this.playButton, "pause", "Pause");
      // Nobody can listen as fast as this plays.
      this.words.setAttribute("aria-live", "off");
      this.timer = setInterval(() => {
        const last = this.run.rows.length - 1;
        if (this.now < last) this.show(this.now + 1);
        if (this.now === last) this.pause();
      }, 1200 / Number(this.speed.value));
    }

    pause() {
      if (!this.timer) return;
      clearInterval(this.timer);
      this.timer = 0;
      setIcon(this.playButton, "play", "Play");
      this.words.setAttribute("aria-live", "polite");
    }

    /**
     * Arrows step and the space bar plays, where the focus is on the picture or on a button and does not need them itself.
     * @param {KeyboardEvent} event
     */
    onKey(event) {
      const { key, target } = event, { region } = this.stage;
      const isTaken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      const isOurs = target instanceof Element && target.closest(".player-stage, .player-controls button");
      if (isTaken || !isOurs || String(getSelection())) return;
      const scrolls = target === region && region.scrollWidth > region.clientWidth + 1;
      if ((key === "ArrowRight" || key === "ArrowLeft") && !scrolls) this.go(this.now + (key === "ArrowRight" ? 1 : -1));
      else if (key === " " && target === region) this.play();
      else return;
      event.preventDefault();
    }

    fillTable() {
      const { run, table } = this;
      if (!table.open || this.filled === run) return;
      this.filled = run;
      first("div", table)?.remove();
      const attributes = { class: "scroll", tabindex: 0, role: "region", "aria-label": `${this.figure}, the run as a table` };
      const lanes = Array.from({ length: run.lanes }, (_, lane) => lane);
      const head = ["step", "what", ...lanes.map(lane => `${run.unit} ${lane}`), "memory"].map(name => make("th", { scope: "col" }, name));
      const lines = run.rows.map((row, place) => {
        const cost = row.cost ? traces.some(row.cost.count, row.cost.noun) : "";
        const cells = [row.title, ...lanes.map(lane => inTable(row, row.cells.get(lane))), cost];
        return make("tr", {}, make("th", { scope: "row" }, place + 1), ...cells.map(text => make("td", {}, text)));
      });
      add(table, "div", attributes, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...lines)));
    }
  };
})();
