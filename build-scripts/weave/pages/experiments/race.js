// The reader says which warp makes the next step, sees what memory holds then, and may lose an update.
"use strict";

const Race = (() => {
  const most = 8; // warps
  const mostShown = 16; // elements of an array

  /** @typedef {{ request: SimulatorRequest, reply: SimulatorReply, told: () => ReturnType<typeof sequences.tell> }} Made */

  return class {
    /**
     * @param {Bench} experiment  one that says what to begin with
     * @param {Element} holder
     */
    constructor(experiment, holder) {
      this.experiment = experiment;
      const { waiting } = experiment.described;
      const summary = waiting ? "Run it step by step: you say which block goes on" : "Race it: you say who runs next";
      this.body = add(holder, "details", { class: "experiment-race" }, make("summary", {}, summary));
      this.hint = add(this.body, "p", { class: "hint" });
      this.waiting = waiting;
      if (waiting) this.addRoom();
      this.memory = add(this.body, waiting ? "div" : "p", { class: "experiment-memory", role: "status" });
      this.warps = add(this.body, "p", { class: "actions", role: "group", "aria-label": `${experiment.title}: who runs next` });
      this.words = add(this.body, "p", { class: "experiment-verdict" });
      this.taken = add(this.body, "div", {});
      const bar = add(this.body, "p", { class: "actions" });
      this.back = add(bar, "button", { type: "button" }, "Take a step back");
      this.back.addEventListener("click", () => this.go(this.chosen.slice(0, -1)));
      add(bar, "button", { type: "button" }, "Start again").addEventListener("click", () => this.go([]));
      /** @type {number[]} what the reader chose */
      this.chosen = [];
      /** @type {HTMLButtonElement[]} */
      this.buttons = [];
      this.turn = 0;
      /** @type {Map<string, Promise<Made>>} orders that were run with this setting */
      this.known = new Map();
      let begun = false;
      this.turned = ""; // which knobs were turned for the reader
      this.body.addEventListener("toggle", () => {
        if (!this.body.open) return;
        const settings = /** @type {Partial<Settings>} */ (begun ? {} : experiment.described.race ?? {});
        const turned = Object.entries(settings).filter(([name, value]) => experiment.settings[name] !== value);
        begun = true;
        this.turned = turned.map(([name, value]) => `${experiment.described.knobs[name].label}: ${value === true ? "on" : value === false ? "off" : value}`).join(", ");
        if (turned.length) experiment.choose(settings);
        else this.begin();
      });
    }

    /** Where the reader says how many blocks there is room for. */
    addRoom() {
      const select = make("select", { id: `${this.experiment.aid.id}-room` });
      for (let room = 1; room <= most; ++room) add(select, "option", { value: room }, String(room));
      select.value = String(this.waiting?.room);
      select.addEventListener("change", () => this.go([]));
      add(this.body, "p", { class: "aid-control" }, make("label", { for: select.id }, "Blocks that there is room for"), select);
      this.room = select;
    }

    /** With the present setting, from the start. */
    begin() {
      if (!this.body.open) return;
      this.known.clear();
      const [launch] = this.experiment.request().launches, { blocks, warps } = sequences.shapeOf(launch), nameOf = sequences.namesOf(launch);
      const count = blocks * warps, isSmall = count <= most;
      this.hint.textContent = isSmall
        ? this.waiting ? "Choose which block goes on. Each button says what the block would do next, or what it waits for."
          : "Choose who makes the next access to memory. Each button says what it would do."
        : `With up to ${most} warps you can say who runs next; this setting has ${numberShown(count)}.`;
      if (this.turned) this.hint.textContent += ` For a start, the knobs were turned to ${this.turned}.`;
      this.turned = "";
      this.buttons = Array.from({ length: isSmall ? count : 0 }, (_, warp) => {
        const button = make("button", { type: "button", "data-warp": warp % 6 }, nameOf(warp));
        button.addEventListener("click", () => {
          if (button.getAttribute("aria-disabled") !== "true") this.go([...this.chosen, warp]);
        });
        return button;
      });
      this.warps.replaceChildren(...this.buttons);
      for (const part of [this.room?.parentElement, this.memory, this.warps, this.words, this.taken, this.back.parentElement]) part?.toggleAttribute("hidden", !isSmall);
      if (isSmall) this.go([]);
    }

    /**
     * @param {number[]} warps
     * @returns {Promise<Made>}
     */
    made(warps) {
      const key = warps.join(" "), known = this.known.get(key);
      if (known) return known;
      const request = this.experiment.request({ order: { warps, finish: false }, trace: true });
      const memory = this.experiment.memory(), { waiting } = this;
      const making = simulation.run(request).then(reply => {
        /** @type {ReturnType<typeof sequences.tell> | undefined} */
        let told;
        return { request, reply, told: () => (told ??= sequences.tell(request, reply, memory, waiting?.deed)) };
      });
      this.known.set(key, making);
      return making;
    }

    /** @param {number[]} chosen */
    async go(chosen) {
      const turn = ++this.turn, { number } = this.experiment, isOld = () => turn !== this.turn || number !== this.experiment.number;
      this.body.setAttribute("aria-busy", "true");
      try {
        const { made, next } = await this.played(chosen, isOld);
        if (isOld()) return;
        this.chosen = chosen;
        this.show(made, next);
      } catch (error) {
        if (isOld()) return;
        this.known.clear();
        showVerdict(this.words, "stopped", error instanceof Error ? error.message : String(error));
      }
      this.body.setAttribute("aria-busy", "false");
    }

    /**
     * Is there room for a warp after those that have made these steps?
     * @param {number} warp
     * @param {SimulatorReplay} replay
     */
    hasRoom(warp, { steps, warps }) {
      const begun = new Set(steps.map(step => step.warp));
      return !this.room || begun.has(warp) || [...begun].filter(each => warps[each] !== "ended").length < Number(this.room.value);
    }

    /**
     * Does it matter to nobody when a step is made?
     * @param {Made} then
     * @param {number} step
     */
    isIdle({ reply, told }, step) {
      return this.waiting ? Boolean(told()[step]?.aside) : !reply.launches[0]?.replay?.steps[step]?.touches;
    }

    /**
     * What comes of the reader's choices, and what each warp would do next. Where that touches no memory, or is an aside, it is
     * done at once, since it matters to nobody when.
     * @param {number[]} chosen
     * @param {() => boolean} isOld
     */
    async played(chosen, isOld) {
      /** @type {number[]} */
      let order = [];
      /** @type {(Made | undefined)[]} */
      let next = [];
      let made = await this.made(order), left = [...chosen];
      while (!isOld()) {
        const replay = made.reply.launches[0]?.replay;
        if (!replay) throw new Error(`It was not run: ${made.reply.message}.`);
        next = [];
        let idle;
        for (const [warp, state] of replay.warps.entries()) {
          if (state !== "ready" || replay.over || !this.hasRoom(warp, replay)) continue;
          const then = await this.made([...order, warp]);
          next[warp] = then;
          if (this.isIdle(then, order.length)) {
            idle = warp;
            break;
          }
        }
        const warp = idle ?? left.shift(), then = warp === undefined ? undefined : next[warp];
        if (warp === undefined || !then) break;
        order = [...order, warp];
        made = then;
      }
      return { made, next };
    }

    /**
     * What a warp would do next; or why it does nothing.
     * @param {number} warp
     * @param {Made} made
     * @param {Made | undefined} then
     */
    saysOf(warp, { request, reply }, then) {
      const { experiment, waiting } = this, [{ replay }] = reply.launches, memory = experiment.memory();
      if (then) return then.told().at(-1)?.words ?? "";
      if (replay?.warps[warp] === "ended") return "has ended";
      if (!waiting || !replay) return "waits";
      if (!this.hasRoom(warp, replay)) return "finds no room";
      return waiting.awaits(experiment.settings, sequences.doneBy(request, reply, memory, warp), this.held(reply, memory));
    }

    /**
     * What arrays hold after a run.
     * @param {SimulatorReply} reply
     * @param {Memory} memory
     * @returns {Memory}
     */
    held(reply, memory) {
      return Object.fromEntries(Object.entries(memory).map(([name, before]) =>
        [name, new (/** @type {NumbersType} */ (before.constructor))(reply.outputs[name].slice().buffer)]));
    }

    /**
     * What arrays hold that matter.
     * @param {SimulatorReply} reply
     */
    showMemory(reply) {
      const { experiment } = this, before = experiment.memory(), held = this.held(reply, before);
      if (this.waiting) {
        const { head: names, rows } = this.waiting.board(experiment.settings, held);
        const head = make("tr", {}, ...names.map(name => make("th", { scope: "col" }, name)));
        const body = rows.map(([name, ...cells]) => make("tr", {}, make("th", { scope: "row" }, name), ...cells.map(cell => make("td", {}, cell))));
        const table = make("table", { class: "experiment-board" }, make("thead", {}, head), make("tbody", {}, ...body));
        this.memory.replaceChildren(table);
        return;
      }
      const words = Object.keys(experiment.described.reference(experiment.settings, before)).map(name => {
        const found = held[name];
        const shown = Array.from(found.subarray(0, mostShown), String).join(", ") + (found.length > mostShown ? ", …" : "");
        const isEmpty = before[name].length > 1 && new Uint8Array(found.buffer).every(byte => byte === 0xff);
        return found.length === 1 ? `\`${name}[0]\` is ${found[0]}` : `\`${name}\` holds ${isEmpty ? "nothing yet" : shown}`;
      });
      this.memory.replaceChildren(...spelled(`${words.join("; ")}.`));
    }

    /**
     * Where one block alone can go on, or none.
     * @param {SimulatorReplay} replay
     * @param {(Made | undefined)[]} next
     * @param {(warp: number) => string} nameOf
     */
    showStanding(replay, next, nameOf) {
      const { warps, steps } = replay, begun = new Set(steps.map(step => step.warp));
      const waits = warps.flatMap((state, warp) => (state !== "ended" && begun.has(warp) && !next[warp] ? [nameOf(warp)] : []));
      const outside = warps.flatMap((state, warp) => (state !== "ended" && !begun.has(warp) && !next[warp] ? [nameOf(warp)] : []));
      const ready = warps.flatMap((_, warp) => (next[warp] ? [nameOf(warp)] : [])), list = new Intl.ListFormat("en-GB");
      this.words.hidden = ready.length > 1 || !waits.length;
      if (!ready.length) {
        const [wait, find] = [waits.length > 1 ? "wait" : "waits", outside.length > 1 ? "find" : "finds"];
        showVerdict(this.words, "wrong", `Deadlock: ${list.format(waits)} ${wait} for ever, and ${list.format(outside)} ${find} no room.`);
      } else if (ready.length === 1) {
        showVerdict(this.words, "busy", `Only ${ready[0]} can go on. Until it does, ${list.format(waits)} will wait.`);
      }
    }

    /**
     * @param {Made} made
     * @param {(Made | undefined)[]} next
     */
    show(made, next) {
      const { request, reply } = made, { experiment } = this, [{ replay }] = reply.launches, nameOf = sequences.namesOf(request.launches[0]);
      const focused = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      this.buttons.forEach((button, warp) => {
        const then = next[warp];
        button.replaceChildren(make("strong", {}, nameOf(warp)), " ", ...spelled(this.saysOf(warp, made, then)));
        button.setAttribute("aria-disabled", String(!then));
      });
      if (focused >= 0) this.buttons[focused].focus({ preventScroll: true });
      this.back.setAttribute("aria-disabled", String(!this.chosen.length));
      this.showMemory(reply);
      this.words.hidden = !replay?.over;
      this.taken.replaceChildren();
      if (replay?.over) {
        const { state, words, faults } = experiment.judge(request, reply);
        showVerdict(this.words, state, words);
        experiment.addFaults(this.taken, faults);
      } else if (this.waiting && replay) {
        this.showStanding(replay, next, nameOf);
      }
      if (replay?.steps.length) sequences.show(this.taken, request, reply, experiment, `${experiment.aid.id}-race`, "your race");
      const list = first(".experiment-order", this.taken);
      if (list) list.scrollTop = list.scrollHeight;
    }
  };
})();
