// The CUDA of an experiment, which readers of a served page can edit: nvcc on their own machine compiles it, and the page
// runs it.
"use strict";

const Compiler = (() => {
  const words = {
    run: "Compile and run what I edited", back: "Back to the chapter’s code",
    hint: "Ctrl+Enter does it, too. nvcc compiles it on your machine, and the simulator runs the kernel here with what the knobs say: main does nothing, nor does printf, and a kernel keeps its name and parameters. Edits of its PTX are lost. This browser remembers what you wrote.",
  };

  return class {
    /**
     * @param {Bench} experiment
     * @param {Element} holder
     * @param {(compiled: Compiled) => Promise<string>} use  runs what was compiled, and says what came of it
     * @param {(words: string) => void} fail  says that nothing was
     */
    constructor(experiment, holder, use, fail) {
      this.experiment = experiment;
      this.chapters = experiment.compiled;
      this.use = use;
      this.fail = fail;
      this.tries = 0;
      this.wrong = this.shown = "";
      this.original = this.running = this.chapters.code.map(([, text]) => text).join("\n");
      this.body = add(holder, "details", { class: "code-editor" }, make("summary", {}, "Edit the CUDA"));
      this.code = new CodeArea(this.body, `${experiment.aid.id}-cuda`, words, {
        run: () => void this.run(),
        back: () => this.restore(),
        changed: () => {
          memory.remember(this.key, this.code.text);
          this.say();
        },
      });
      this.key = `cuda ${experiment.aid.dataset.experiment}`;
      this.code.text = memory.recall(this.key) ?? this.original;
      this.say();
      this.body.addEventListener("toggle", () => {
        if (this.body.open && document.activeElement !== this.code.area) this.seek();
      });
    }

    kernel() {
      return [this.experiment.described.launch(this.experiment.settings)].flat()[0].kernel;
    }

    /** The line at which the kernel begins that runs; of several of its name, those in a namespace come last. */
    line() {
      const name = this.kernel().replace(/<.*/, "").split("::");
      const found = [...this.code.text.matchAll(new RegExp(`__global__[^;{()]*\\b${name[name.length - 1]}\\(`, "g"))];
      const place = found[name.length > 1 ? found.length - 1 : 0]?.index;
      return place === undefined ? undefined : this.code.text.slice(0, place).split("\n").length;
    }

    seek() {
      const line = this.line();
      if (line) this.code.scrollTo(line);
    }

    /** The setting may be that of another kernel. */
    refresh() {
      if (this.kernel() === this.shown) return;
      this.say();
      this.seek();
    }

    isEdited() {
      return this.running !== this.original;
    }

    say() {
      const differs = this.code.text !== this.running, line = this.line();
      const state = differs ? (this.code.text === this.wrong ? "which does not compile" : "with edits that were not compiled yet")
        : this.isEdited() ? "as you edited it" : "as the chapter has it";
      this.shown = this.kernel();
      this.code.say(`CUDA of this experiment, ${state}; what runs is ${this.shown}${line ? ` of line ${line}` : ""}`, differs || this.isEdited());
    }

    async run() {
      const tried = ++this.tries, { text } = this.code;
      this.code.wait("nvcc compiles it …");
      /** @type {WorkshopAnswers["compile"]} */
      const { errors, file, ptx, kernels, machine } = await workshop.ask("compile", { text }).catch(error => ({ errors: [{ line: 0, words: error.message }] }));
      if (tried !== this.tries) return;
      this.code.show(errors, this.code.text === text);
      if (!file || ptx === undefined || !kernels) {
        this.wrong = text;
        this.say();
        this.code.done("It does not compile.");
        this.fail("It was not compiled: its errors stand below its code.");
        return;
      }
      this.running = text;
      this.say();
      const words = await this.use({ ...this.chapters, file, ptx, kernels, machine, code: text.split("\n").map((line, i) => [i + 1, line, null]) });
      if (tried === this.tries) this.code.done(words);
    }

    restore() {
      if (!confirm("Give up what you wrote?")) return;
      ++this.tries;
      this.code.done();
      memory.forget(this.key);
      this.code.text = this.running = this.original;
      this.code.show([], false);
      this.say();
      void this.use(this.chapters);
    }
  };
})();
