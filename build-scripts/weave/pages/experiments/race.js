// The reader says which warp makes the next step, sees what memory holds then, and may lose an update.
"use strict";

const Race = (() => {
  const most = 8; // warps
  const mostShown = 16; // elements of an array

  /** @typedef {{ request: SimulatorRequest, reply: SimulatorReply }} Made */

  return class {
    /**
     * @param {Bench} experiment  one that says what to begin with
     * @param {Element} holder
     */
    constructor(experiment, holder) {
      this.experiment = experiment;
      this.body = add(holder, "details", { class: "experiment-race" }, make("summary", {}, "Race it: you say who runs next"));
      this.hint = add(this.body, "p", { class: "hint" });
      this.memory = add(this.body, "p", { class: "experiment-memory", role: "status" });
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
      this.body.addEventListener("toggle", () => {
        if (!this.body.open) return;
        if (begun) this.begin();
        else experiment.choose(/** @type {Partial<Settings>} */ (experiment.described.race ?? {}));
        begun = true;
      });
    }

    /** With the present setting, from the start. */
    begin() {
      if (!this.body.open) return;
      this.known.clear();
      const [launch] = this.experiment.request().launches, { blocks, warps } = sequences.shapeOf(launch), nameOf = sequences.namesOf(launch);
      const count = blocks * warps, isSmall = count <= most;
      this.hint.textContent = isSmall
        ? "Choose who makes the next access to memory. Each button says what it would do."
        : `With up to ${most} warps you can say who runs next; this setting has ${numberShown(count)}.`;
      this.buttons = Array.from({ length: isSmall ? count : 0 }, (_, warp) => {
        const button = make("button", { type: "button", "data-warp": warp % 6 }, nameOf(warp));
        button.addEventListener("click", () => {
          if (button.getAttribute("aria-disabled") !== "true") this.go([...this.chosen, warp]);
        });
        return button;
      });
      this.warps.replaceChildren(...this.buttons);
      for (const part of [this.memory, this.warps, this.words, this.taken, this.back.parentElement]) part?.toggleAttribute("hidden", !isSmall);
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
      const making = simulation.run(request).then(reply => ({ request, reply }));
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
     * What comes of the reader's choices, and what each warp would do next. Where that touches no memory it is done at once,
     * since it matters to nobody when.
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
          if (state !== "ready" || replay.over) continue;
          const then = await this.made([...order, warp]), steps = then.reply.launches[0]?.replay?.steps ?? [];
          next[warp] = then;
          if (!steps[order.length]?.touches) idle = warp;
        }
        const warp = idle ?? left.shift(), then = warp === undefined ? undefined : next[warp];
        if (warp === undefined || !then) break;
        order = [...order, warp];
        made = then;
      }
      return { made, next };
    }

    /**
     * @param {Made} made
     * @param {(Made | undefined)[]} next
     */
    show({ request, reply }, next) {
      const { experiment } = this, [{ replay }] = reply.launches, memory = experiment.memory();
      const focused = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      this.buttons.forEach((button, warp) => {
        const then = next[warp], name = sequences.namesOf(request.launches[0])(warp), state = replay?.warps[warp];
        const words = then ? sequences.tell(then.request, then.reply, memory).at(-1)?.words ?? "" : state === "ended" ? "has ended" : "waits";
        button.replaceChildren(make("strong", {}, name), " ", ...spelled(words));
        button.setAttribute("aria-disabled", String(!then));
      });
      if (focused >= 0) this.buttons[focused].focus({ preventScroll: true });
      this.back.setAttribute("aria-disabled", String(!this.chosen.length));
      const reference = experiment.described.reference(experiment.settings, memory);
      const held = Object.entries(reference).map(([name, wanted]) => {
        const found = new (/** @type {NumbersType} */ (wanted.constructor))(reply.outputs[name].slice().buffer);
        const shown = Array.from(found.subarray(0, mostShown), String).join(", ") + (found.length > mostShown ? ", …" : "");
        return found.length === 1 ? `\`${name}[0]\` is ${found[0]}` : `\`${name}\` holds ${shown}`;
      });
      this.memory.replaceChildren(...spelled(`${held.join("; ")}.`));
      this.words.hidden = !replay?.over;
      this.taken.replaceChildren();
      if (replay?.over) {
        const { state, words, faults } = experiment.judge(request, reply);
        showVerdict(this.words, state, words);
        experiment.addFaults(this.taken, faults);
      }
      if (replay?.steps.length) sequences.show(this.taken, request, reply, experiment, `${experiment.aid.id}-race`, "your race");
      const list = first(".experiment-order", this.taken);
      if (list) list.scrollTop = list.scrollHeight;
    }
  };
})();
