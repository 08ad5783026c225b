// The PTX of the kernel that runs, which the reader can edit, and run as edited.
"use strict";

const Editor = (() => {
  const words = {
    run: "Run what I edited", back: "Back to nvcc’s",
    hint: "Ctrl+Enter runs it, too. An edit stays with its kernel while you turn the knobs. It is gone when you leave the page, and no link carries it.",
  };

  return class {
    /**
     * @param {Bench} experiment
     * @param {Element} holder
     * @param {() => Promise<void>} rerun
     */
    constructor(experiment, holder, rerun) {
      this.experiment = experiment;
      this.rerun = rerun;
      /** @type {Map<string, string>} what the area held last, and what runs, by the kernels whose PTX it is */
      this.drafts = new Map();
      /** @type {Map<string, string>} */
      this.running = new Map();
      this.key = "";
      this.seeks = false;
      this.body = add(holder, "details", { class: "code-editor" }, make("summary", {}, "Edit the PTX"));
      this.code = new CodeArea(this.body, `${experiment.aid.id}-ptx`, words, {
        run: () => this.run(),
        back: () => this.restore(),
        changed: () => {
          this.drafts.set(this.key, this.code.text);
          this.say();
        },
      });
      this.body.addEventListener("toggle", () => this.refresh());
    }

    /** What runs in the place of nvcc's, if the reader has edited the kernels of this setting. */
    text() {
      return this.running.get(this.kernels());
    }

    kernels() {
      return this.experiment.kernels().join(", ");
    }

    say() {
      const edited = this.running.has(this.key), differs = this.code.text !== (this.running.get(this.key) ?? this.experiment.nvccs());
      const state = differs ? "with edits that were not run yet" : edited ? "as you edited it" : "as nvcc made it";
      this.code.say(`PTX of ${this.key}, ${state}`, edited || differs);
    }

    /** The setting may be that of another kernel. */
    refresh() {
      if (!this.body.open) return;
      const key = this.kernels();
      if (key !== this.key) {
        this.key = key;
        this.code.text = this.drafts.get(key) ?? this.experiment.nvccs();
      }
      this.say();
    }

    run() {
      this.running.set(this.key, this.code.text);
      this.seeks = true;
      void this.rerun();
    }

    restore() {
      this.drafts.delete(this.key);
      this.running.delete(this.key);
      this.code.text = this.experiment.nvccs();
      this.rerun();
    }

    /** Has nvcc's PTX again, for all kernels: nvcc has made it anew. */
    forget() {
      this.drafts.clear();
      this.running.clear();
      this.key = "";
    }

    /**
     * Shows what of the PTX was not understood; where the reader has just had it run, with the first line selected.
     * @param {SimulatorReply} [reply]
     */
    show(reply) {
      const { seeks } = this;
      this.seeks = false;
      this.refresh();
      this.code.show(this.text() !== undefined && reply ? this.errorsOf(reply) : [], seeks);
    }

    /** @param {SimulatorReply} reply */
    errorsOf(reply) {
      const errors = reply.refused.map(({ line, text, why }) => ({ line, words: `${text}: ${why}` }));
      const [, line, words] = /^PTX line (\d+)(?:, in \S+)?: ([^]*)$/.exec(reply.message) ?? [];
      if (line) errors.unshift({ line: Number(line), words });
      return errors;
    }
  };
})();
