// Every order of the warps that can make a difference, tried when the reader asks for it, and the one that breaks the kernel.
"use strict";

const Orders = (() => {
  const most = 5000; // where the description says nothing else
  const mostSteps = 5000; // of an order that is looked at again
  const mostWarps = 64; // of which the simulator tries every order

  /** @param {Extent} extent */
  const volume = extent => [extent].flat().reduce((product, each) => product * each, 1);

  /**
   * The warps of the first launch.
   * @param {Bench["described"]} described
   * @param {Settings} settings
   */
  const warpsOf = (described, settings) => {
    const [{ grid, block }] = [described.launch(settings)].flat();
    return volume(grid) * Math.ceil(volume(block) / 32);
  };

  /**
   * The knob that has to be turned least for a setting of few warps, in words; "" where one alone does not do.
   * @param {Bench} experiment
   */
  const smaller = ({ described, settings }) => {
    for (const [name, knob] of Object.entries(/** @type {Record<string, Knob>} */ (described.knobs))) {
      const now = settings[name];
      if (typeof now !== "number") continue;
      const values = "from" in knob ? Array.from({ length: now - knob.from }, (_, k) => now - 1 - k)
        : "options" in knob ? knob.options.filter(each => typeof each === "number" && each < now).reverse() : [];
      const fitting = values.find(value => warpsOf(described, { ...settings, [name]: value }) <= mostWarps);
      if (fitting !== undefined) return `“${knob.label}” at ${fitting}`;
    }
    return "";
  };

  /**
   * How many orders come to what, the worst first.
   * @param {Record<Judged["state"], number>} counted
   * @param {number} all
   */
  const summed = (counted, all) => {
    /** @type {[Judged["state"], string, string][]} */
    const phrases = [
      ["wrong", "leaves a wrong result", "leave a wrong result"], ["lucky", "is right by luck alone", "are right by luck alone"],
      ["right", "is right", "are right"], ["stopped", "was not judged", "were not judged"],
    ];
    const parts = phrases.filter(([state]) => counted[state] > 0).map(([state, one, many]) =>
      (counted[state] === all && all > 1 ? `all ${many}` : `${numberShown(counted[state])} ${counted[state] === 1 ? one : many}`));
    return parts.join(", ");
  };

  /** @param {number[]} warps */
  const switches = warps => warps.filter((warp, i) => i > 0 && warp !== warps[i - 1]).length;

  return class {
    /**
     * @param {Bench} experiment
     * @param {Element} holder
     */
    constructor(experiment, holder) {
      this.experiment = experiment;
      this.body = add(holder, "div", { class: "experiment-orders" });
      const bar = add(this.body, "p", { class: "actions" });
      this.button = add(bar, "button", { type: "button" }, "Try every order");
      this.stopper = add(bar, "button", { type: "button" }, "Stop");
      this.stopper.hidden = true;
      this.bound = add(bar, "span", { class: "hint" });
      this.words = add(this.body, "p", { class: "experiment-verdict", role: "status" });
      this.words.hidden = true;
      this.found = add(this.body, "div", {});
      this.busy = false;
      this.button.addEventListener("click", () => this.run());
      this.stopper.addEventListener("click", () => simulation.stop("Stopped"));
    }

    get limit() {
      return this.experiment.described.explored ?? most;
    }

    /** The setting is another one. */
    clear() {
      if (this.busy) simulation.stop("Stopped");
      this.words.hidden = true;
      this.found.replaceChildren();
      this.tellBound();
    }

    /** Says beforehand where a setting has too many warps. */
    tellBound() {
      const { described, settings } = this.experiment, count = warpsOf(described, settings), remedy = count > mostWarps && smaller(this.experiment);
      this.bound.textContent = count <= mostWarps ? `of the warps: up to ${numberShown(this.limit)}, for up to ${simulation.exploring / 1000} s`
        : `of up to ${mostWarps} warps. This setting has ${numberShown(count)}: ${remedy ? `choose ${remedy}` : "choose fewer or smaller blocks"}.`;
    }

    /** @param {boolean} busy */
    setBusy(busy) {
      if (!busy && document.activeElement === this.stopper) this.button.focus({ preventScroll: true });
      this.busy = busy;
      this.body.setAttribute("aria-busy", String(busy));
      this.button.setAttribute("aria-disabled", String(busy));
      this.stopper.hidden = !busy;
    }

    /**
     * @param {Judged["state"] | "busy"} state
     * @param {string} words
     */
    say(state, words) {
      this.words.hidden = false;
      showVerdict(this.words, state, words);
    }

    async run() {
      if (this.busy) return;
      const { experiment } = this, { number } = experiment, isOld = () => number !== experiment.number;
      let tried = 0, faulty = 0;
      this.found.replaceChildren();
      this.setBusy(true);
      this.say("busy", "Trying …");
      try {
        const request = experiment.request({ explore: this.limit, exploreFor: simulation.exploring });
        const reply = await simulation.run(request, progress => {
          ({ explored: tried, faulty } = progress);
          this.say("busy", `Trying … ${numberShown(tried)} orders so far, ${numberShown(faulty)} of them with a fault.`);
        });
        if (!isOld()) await this.show(reply, isOld);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const counted = tried ? ` ${numberShown(tried)} orders were tried, ${faulty ? `${numberShown(faulty)} of them with a fault` : "none with a fault"}.` : "";
        if (!isOld()) this.say("stopped", `${why.replace(/\.?$/, ".")}${counted}`);
      }
      this.setBusy(false);
      if (isOld()) this.clear();
    }

    /**
     * Runs an order that stands for others once more, and judges it.
     * @param {number[]} warps
     */
    async judge(warps) {
      const request = this.experiment.request({ order: { warps, finish: true }, trace: true });
      const reply = await simulation.run(request);
      return { request, reply, ...this.experiment.judge(request, reply) };
    }

    /**
     * @param {SimulatorReply} reply
     * @param {() => boolean} isOld
     */
    async show(reply, isOld) {
      const exploration = reply.launches[0]?.exploration;
      if (!exploration?.executions) {
        const why = exploration?.incomplete || reply.message, remedy = why.includes(" warps, where ") ? " Choose fewer or smaller blocks." : "";
        this.say("stopped", `Not tried: ${why}.${remedy}`);
        return;
      }
      const { executions, incomplete, outcomes } = exploration;
      /** @type {Record<Judged["state"], number>} */
      const counted = { right: 0, lucky: 0, wrong: 0, stopped: 0 };
      /** @type {(Judged & { request: SimulatorRequest, reply: SimulatorReply, switches: number }) | undefined} */
      let worst;
      const rank = (/** @type {Judged["state"]} */ state) => ["wrong", "lucky", "right", "stopped"].indexOf(state);
      let judged = 0;
      for (const outcome of outcomes) {
        if (outcome.warps.length > mostSteps) continue;
        const made = { ...await this.judge(outcome.warps), switches: switches(outcome.warps) };
        if (isOld()) return;
        judged += outcome.executions;
        counted[made.state] += outcome.executions;
        const order = worst ? rank(made.state) - rank(worst.state) || made.switches - worst.switches : -1;
        if (order < 0) worst = made;
      }
      counted.stopped += executions - judged;
      this.tell(executions, incomplete, counted, worst);
    }

    /**
     * @param {number} executions
     * @param {string} incomplete
     * @param {Record<Judged["state"], number>} counted
     * @param {(Judged & { request: SimulatorRequest, reply: SimulatorReply }) | undefined} worst
     */
    tell(executions, incomplete, counted, worst) {
      const { warps, blocks } = sequences.shapeOf(this.experiment.request().launches[0]);
      const state = worst?.state ?? "stopped", right = counted.right === executions;
      const room = this.experiment.described.waiting ? ", with room for all blocks" : "";
      const head = incomplete ? `${numberShown(executions)} orders were tried${room}, ${incomplete}: `
        : executions > 1 ? `There are ${numberShown(executions)} orders that may differ${room}: ` : "";
      if (executions === 1 && !incomplete) {
        const why = warps * blocks === 1 ? "There is one warp, and so one order" : "One order stands for all: what one warp writes, no other touches unless something says which comes first";
        this.say(state, `${why}. ${right ? "It is right." : "It does what the verdict above says."}`);
      } else {
        this.say(state, `${head}${right ? "all agree, and are right" : summed(counted, executions)}.`);
      }
      this.button.dataset.tried = String(executions);
      // Of a single order the run itself has told everything.
      if (!worst || (executions === 1 && !incomplete) || state === "right" || state === "stopped") return;
      add(this.found, "p", { class: "experiment-found" }, state === "wrong" ? "One that breaks it. " : "One of them. ", ...spelled(worst.words));
      this.experiment.addFaults(this.found, worst.faults);
      sequences.show(this.found, worst.request, worst.reply, this.experiment, `${this.experiment.aid.id}-orders`, "that order");
    }
  };
})();
