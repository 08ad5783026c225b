// An experiment in the page: knobs, and what the kernel does with them set.
"use strict";

const Experiment = (() => {
  const mostFaults = 6;

  /** @param {string} message  which may name lines of a file that readers do not have */
  const withoutLines = message => message.replace(/ at [\w./-]+\.(md|cu|cuh|hpp|ptx):\d+/g, "");

  /** @param {SimulatorIndex} place */
  const index = place => `(${place.join(",")})`;

  return class {
    /**
     * @param {HTMLElement} aid  that it is put into
     * @param {string} name
     * @param {string} state  settings, as an address carries them
     */
    constructor(aid, name, state) {
      this.aid = aid;
      this.name = name;
      this.title = first(".aid-title", aid)?.textContent ?? "Experiment";
      this.described = experiments.get(name).described;
      this.defaults = experiments.defaults(name);
      this.settings = this.defaults;
      /** @type {Record<string, number>} */
      this.counted = {};
      /** @type {Record<string, number>} */
      this.before = {};
      this.number = 0;
      const body = this.body = add(aid, "div", { class: "experiment" });
      const form = add(body, "form", { class: "aid-controls", "aria-label": `${this.title}: knobs` });
      form.addEventListener("submit", event => event.preventDefault());
      this.showKnobs = knobs.add(form, this.described.knobs, aid.id || name, (knob, value) => {
        this.settings = { ...this.settings, [knob]: value };
        this.run();
      });
      this.launched = add(body, "p", { class: "experiment-launch" });
      this.verdict = add(body, "p", { class: "experiment-verdict", role: "status" });
      this.faults = add(body, "ul", { class: "experiment-faults", "aria-label": "Faults that the simulator found" });
      this.addTables();
      this.stepping = add(body, "details", { class: "experiment-steps" }, make("summary", {}, "Step through the first warp"));
      this.stepping.addEventListener("toggle", () => this.showSteps());
      this.hood = new Hood(this, body);
      this.orders = new Orders(this, body);
      /** @type {InstanceType<typeof Race> | undefined} */
      this.race = this.described.race && new Race(this, body);
      /** @type {InstanceType<typeof Compiler> | undefined} where the book is served */
      this.compiler = typeof workshop === "undefined" ? undefined : new Compiler(this, body, compiled => this.use(compiled), words => this.refuse(words));
      this.editor = new Editor(this, body, () => this.run());
      this.addFoot();
      this.set(state);
    }

    get compiled() {
      return experiments.get(this.name).compiled;
    }

    /** @param {Compiled} compiled */
    async use(compiled) {
      experiments.compiled(this.name, compiled);
      this.editor.forget();
      await this.run();
      return this.verdict.textContent ?? "";
    }

    /**
     * Nothing is run, and what is under way is not shown.
     * @param {string} words
     */
    refuse(words) {
      ++this.number;
      this.fail(words);
      this.body.setAttribute("aria-busy", "false");
    }

    addTables() {
      const table = (/** @type {string[]} */ names, /** @type {Element} */ holder) => {
        const rows = names.map(count => {
          const now = make("td", {}), before = make("td", { class: "experiment-before" });
          const row = make("tr", { "data-count": count }, make("th", { scope: "row" }, counts.label(count)), now, before);
          return { count, row, now, before };
        });
        const head = ["count", "now", "before"].map(text => make("th", { scope: "col" }, text));
        add(holder, "table", { class: "experiment-counts" }, make("thead", {}, make("tr", {}, ...head)),
          make("tbody", {}, ...rows.map(({ row }) => row)));
        return rows;
      };
      const shown = add(this.body, "div", {});
      const rest = add(this.body, "details", { class: "experiment-rest" }, make("summary", {}, "Everything that was counted"));
      this.rows = table(this.described.counts, shown);
      this.records = new Records(this, shown);
      /** @type {typeof this.rows | undefined} */
      this.others = undefined;
      rest.addEventListener("toggle", () => {
        if (this.others || !rest.open) return;
        const names = [...counts.ratios, ...Object.keys(this.counted)].filter(each => !this.described.counts.includes(each));
        this.others = table(names, rest);
        this.fillCounts();
      });
    }

    addFoot() {
      const foot = add(this.body, "p", { class: "experiment-foot" });
      this.link = add(foot, "a", { href: "#" }, "Link to this setting");
      const reset = add(foot, "button", { type: "button" }, "Back to the first setting");
      reset.addEventListener("click", () => this.set(""));
    }

    /** @param {Partial<Settings>} settings */
    choose(settings) {
      this.settings = /** @type {Settings} */ ({ ...this.settings, ...settings });
      this.showKnobs(this.settings);
      this.run();
    }

    /** @param {string} state */
    set(state) {
      this.settings = knobs.read(state, this.described.knobs, this.defaults);
      this.showKnobs(this.settings);
      this.run();
    }

    /** Runs the kernel with the present settings; where these change meanwhile, what came of it is never shown. */
    async run() {
      const number = ++this.number, { settings } = this;
      this.orders?.clear();
      this.records?.show();
      this.link?.setAttribute("href", `#${this.aid.id}?${knobs.write(settings, this.defaults)}`);
      this.body.setAttribute("aria-busy", "true");
      // What the reader is turning is not run at each step on the way.
      await simulation.idle();
      if (number !== this.number) return;
      try {
        const request = this.request(), reply = await simulation.run(request);
        if (number !== this.number) return;
        this.show(request, reply);
        this.editor.show(reply);
        this.hood.refresh();
        this.compiler?.refresh();
        this.race?.begin();
      } catch (error) {
        if (number !== this.number) return;
        this.fail(error instanceof Error ? error.message : String(error));
        this.editor.show();
      }
      this.body.setAttribute("aria-busy", "false");
    }

    /** @param {string} words */
    fail(words) {
      showVerdict(this.verdict, "stopped", words);
      this.launched.textContent = "";
      this.faults.replaceChildren();
      this.showCounts({});
      this.stepping.hidden = true;
    }

    /** What the launches look like in a program. */
    call() {
      const extent = (/** @type {Extent} */ of) => (typeof of === "number" ? of : `dim3(${of.join(", ")})`);
      return experiments.launches(this.name, this.settings).map(({ kernel, grid, block, shared }) =>
        `${kernel}<<<${extent(grid)}, ${extent(block)}${shared ? `, ${shared}` : ""}>>>`).join("; ");
    }

    /**
     * @param {SimulatorRequest} request
     * @param {SimulatorReply} reply
     */
    show(request, reply) {
      if (!reply.launches.length || !["completed", "failed"].includes(reply.status)) {
        this.fail(`It was not run: ${reply.message.replace(/, in \S+(?=: )/, "").replace(/\.?$/, ".")}`);
        return;
      }
      this.launched.replaceChildren(make("code", {}, this.call()), this.isEdited() ? " as you edited it" : "");
      const { state, words, faults } = this.judge(request, reply);
      const remark = this.isEdited() ? "" : this.described.remark?.(this.settings) ?? "";
      showVerdict(this.verdict, state, remark ? `${words} ${remark}` : words);
      this.faults.replaceChildren();
      this.addFaults(this.faults, faults);
      this.faults.hidden = !faults.length;
      this.showCounts(this.isRefused(reply) ? {} : counts.sum(reply.launches.map(launch => launch.counts)));
      this.stepping.hidden = false;
      this.showSteps();
    }

    /**
     * Was there PTX of the reader's that no assembler takes?
     * @param {SimulatorReply} reply
     */
    isRefused({ launches, refused }) {
      return this.isEdited() && Boolean(refused?.length) && launches[launches.length - 1].reason === "illegal instruction";
    }

    /**
     * For the present setting.
     * @param {Partial<SimulatorLaunch>} [extras]
     */
    request(extras) {
      return experiments.request(this.name, this.settings, extras, this.editor.text());
    }

    kernels() {
      return [...new Set([this.described.launch(this.settings)].flat().map(launch => launch.kernel))];
    }

    nvccs() {
      return experiments.ptx(this.name, this.settings);
    }

    /** @returns {boolean} */
    isEdited() {
      return this.editor?.text() !== undefined || Boolean(this.compiler?.isEdited());
    }

    memory() {
      return this.described.memory(this.settings);
    }

    /**
     * Of a run that was begun.
     * @param {SimulatorRequest} request
     * @param {SimulatorReply} reply
     * @returns {Judged}
     */
    judge(request, reply) {
      const { right, words } = judgement.of(request, reply, this.described.reference(this.settings, this.memory()));
      const faults = reply.launches.flatMap(launch => launch.faults)
        .map(fault => ({ ...fault, message: sequences.named(request, reply, this.memory(), fault.message) }));
      const { reason } = reply.launches[reply.launches.length - 1];
      const [refused] = reply.refused ?? [];
      if (this.isRefused(reply)) {
        return { state: "wrong", words: `A GPU’s assembler would not take this PTX, line ${refused.line}: \`${refused.text}\`: ${refused.why}.`, faults: [] };
      }
      if (reason) {
        const luck = reason === "deadlock" ? "What it wrote until then is right." : "What it wrote is right, by luck.";
        const said = `The launch ended with an error: ${reason}. ${right ? luck : words}`;
        return { state: "wrong", words: said, faults };
      }
      const isLucky = right && faults.some(fault => !fault.benign);
      return { state: isLucky ? "lucky" : right ? "right" : "wrong", words: isLucky ? `${words} But that was luck: see the faults below.` : words, faults };
    }

    /** @param {number} line */
    lineOf(line) {
      const [, text, href] = this.compiled.code.find(([number]) => number === line) ?? [0, "", null], code = make("code", {}, text.trim());
      return text.trim() ? (href ? make("a", { href }, code) : code) : null;
    }

    /**
     * @param {Element} holder
     * @param {SimulatorFault[]} found
     */
    addFaults(holder, found) {
      const items = found.slice(0, mostFaults).map(fault => {
        const item = make("li", {}, make("strong", {}, `${fault.benign ? "note: " : ""}${fault.kind}`),
          `: thread ${index(fault.thread)} of block ${index(fault.block)} ${withoutLines(fault.message)}`, fault.times > 1 ? `; ${fault.times} times in all` : "");
        const code = fault.file === this.compiled.file && /\w/.test(this.lineOf(fault.line)?.textContent ?? "") && this.lineOf(fault.line);
        if (code) add(item, "div", {}, code);
        return item;
      });
      if (found.length > mostFaults) items.push(make("li", {}, `and ${found.length - mostFaults} more`));
      if (holder.tagName === "UL") holder.append(...items);
      else if (items.length) add(holder, "ul", { class: "experiment-faults", "aria-label": "Its faults" }, ...items);
    }

    /** @param {Record<string, number>} counted */
    showCounts(counted) {
      // What was not run is nothing to compare with.
      if (Object.keys(this.counted).length) this.before = this.counted;
      this.counted = counted;
      this.fillCounts();
    }

    fillCounts() {
      for (const { count, row, now, before } of [...this.rows ?? [], ...this.others ?? []]) {
        now.textContent = counts.shown(counts.value(this.counted, count));
        before.textContent = counts.shown(counts.value(this.before, count));
        row.classList.toggle("changed", now.textContent !== before.textContent && before.textContent !== "–");
      }
    }

    /** Has the run traced and played, where the reader asks for that. */
    async showSteps() {
      if (!this.stepping.open || this.stepping.hidden) return;
      const { number, compiled } = this;
      const request = this.request({ trace: 0 }), reply = await simulation.run(request).catch(() => undefined);
      if (number !== this.number) return;
      this.player?.pause();
      this.player = undefined;
      all(":scope > :not(summary)", this.stepping).forEach(each => each.remove());
      const memory = this.memory();
      const taken = steps.read(reply?.launches[0]?.trace ?? "", compiled.file, undefined, ({ op, address }) =>
        (reply && steps.spaceOf(op) === "global" ? sequences.placeOf(request, reply, memory, "global", Number(address)).replaceAll("`", "") : ""));
      if (!taken.length) {
        add(this.stepping, "p", {}, "There is nothing to step through: the warp has no steps with this setting, or too many.");
        return;
      }
      const data = {
        memory: this.described.traced ?? "shared", traces: [{ label: "", steps: taken, code: steps.excerpts(steps.linesOf(taken), compiled.code, this.kernels()[0]) }],
      };
      const holder = add(this.stepping, "div", { class: "player open" });
      this.player = new Player(holder, data, `${this.aid.id}-player`, this.title);
      this.player.show(0);
    }
  };
})();
