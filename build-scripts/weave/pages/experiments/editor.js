// The PTX of the kernel that runs, which the reader can edit, and run as edited.
"use strict";

const Editor = (() => {
  const longest = 200_000; // letters
  const hint = "Ctrl+Enter runs it, too. An edit stays with its kernel while you turn the knobs. It is gone when you leave the page, and no link carries it.";

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
      const id = `${experiment.aid.id}-ptx`;
      this.body = add(holder, "details", { class: "experiment-editor" }, make("summary", {}, "Edit the PTX"));
      this.label = add(this.body, "label", { for: id });
      this.area = add(this.body, "textarea", {
        id, rows: 18, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: longest, "aria-describedby": `${id}-errors ${id}-hint`,
      });
      this.errors = add(this.body, "ul", { id: `${id}-errors`, class: "experiment-errors" });
      this.errors.hidden = true;
      const bar = add(this.body, "p", { class: "experiment-bar" });
      add(bar, "button", { type: "button" }, "Run what I edited").addEventListener("click", () => this.run());
      this.backButton = add(bar, "button", { type: "button" }, "Back to nvcc's");
      this.backButton.addEventListener("click", () => this.restore());
      add(this.body, "p", { id: `${id}-hint`, class: "experiment-hint" }, hint);
      this.body.addEventListener("toggle", () => this.refresh());
      this.area.addEventListener("input", () => {
        this.drafts.set(this.key, this.area.value);
        this.label.textContent = this.words();
      });
      this.area.addEventListener("keydown", event => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        this.run();
      });
    }

    /** What runs in the place of nvcc's, if the reader has edited the kernels of this setting. */
    text() {
      return this.running.get(this.kernels());
    }

    kernels() {
      const { described, settings } = this.experiment;
      return [...new Set([described.launch(settings)].flat().map(launch => launch.kernel))].join(", ");
    }

    words() {
      const edited = this.running.has(this.key), differs = this.area.value !== (this.running.get(this.key) ?? this.experiment.nvccs());
      this.backButton.setAttribute("aria-disabled", String(!edited && !differs));
      return `PTX of ${this.key}, ${differs ? "with edits that were not run yet" : edited ? "as you edited it" : "as nvcc made it"}`;
    }

    /** The setting may be that of another kernel. */
    refresh() {
      if (!this.body.open) return;
      const key = this.kernels();
      if (key !== this.key) {
        this.key = key;
        this.area.value = this.drafts.get(key) ?? this.experiment.nvccs();
        this.area.scrollTop = 0;
      }
      this.label.textContent = this.words();
    }

    run() {
      this.running.set(this.key, this.area.value);
      this.seeks = true;
      this.rerun();
    }

    restore() {
      if (this.backButton.getAttribute("aria-disabled") === "true") return;
      this.drafts.delete(this.key);
      this.running.delete(this.key);
      this.area.value = this.experiment.nvccs();
      this.rerun();
    }

    /**
     * Shows what of the PTX was not understood; where the reader has just had it run, with the first line selected.
     * @param {SimulatorReply} [reply]
     */
    show(reply) {
      const { seeks } = this, edited = this.text() !== undefined;
      this.seeks = false;
      this.refresh();
      const errors = edited && reply ? this.errorsOf(reply) : [];
      this.errors.replaceChildren(...errors.map(({ line, words }) => {
        const button = make("button", { type: "button" }, `Line ${line}`);
        button.addEventListener("click", () => this.select(line));
        return make("li", {}, button, ` ${words}`);
      }));
      this.errors.hidden = !errors.length;
      this.area.setAttribute("aria-invalid", String(errors.length > 0));
      if (errors.length && seeks) this.select(errors[0].line);
    }

    /** @param {SimulatorReply} reply */
    errorsOf(reply) {
      const errors = reply.refused.map(({ line, text, why }) => ({ line, words: `${text}: ${why}` }));
      const [, line, words] = /^PTX line (\d+)(?:, in \S+)?: ([^]*)$/.exec(reply.message) ?? [];
      if (line) errors.unshift({ line: Number(line), words });
      return errors;
    }

    /** @param {number} line */
    select(line) {
      const lines = this.area.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      this.body.open = true;
      this.area.focus({ preventScroll: true });
      this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
      const height = this.area.scrollHeight / lines.length;
      this.area.scrollTop = height * (line - 0.5) - this.area.clientHeight / 2;
      this.area.scrollLeft = 0;
      this.area.scrollIntoView({ block: "nearest" });
    }
  };
})();
