// The CUDA of an experiment, which readers of a served page can edit: nvcc on their own machine compiles it, and the page
// runs it.
"use strict";

const Compiler = (() => {
  const words = {
    run: "Compile and run what I edited", back: "Back to the chapter's",
    hint: "Ctrl+Enter does it, too. nvcc compiles it on your machine, and the simulator runs it here with what the knobs say: leave the kernels' names and parameters as they are. What you edited in its PTX goes. This browser remembers what you wrote.",
  };

  return class {
    /**
     * @param {Bench} experiment
     * @param {Element} holder
     * @param {(compiled: Compiled) => void} use  runs what was compiled
     * @param {(words: string) => void} fail  says that nothing was
     */
    constructor(experiment, holder, use, fail) {
      this.experiment = experiment;
      this.chapters = experiment.compiled;
      this.use = use;
      this.fail = fail;
      this.tries = 0;
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

    /** Brings the kernel that runs into view; of several of its name, those in a namespace come last. */
    seek() {
      const [{ kernel }] = [this.experiment.described.launch(this.experiment.settings)].flat(), name = kernel.replace(/<.*/, "").split("::");
      const found = [...this.code.text.matchAll(new RegExp(`__global__[^;{()]*\\b${name[name.length - 1]}\\(`, "g"))];
      const place = found[name.length > 1 ? found.length - 1 : 0]?.index;
      if (place !== undefined) this.code.scrollTo(this.code.text.slice(0, place).split("\n").length);
    }

    isEdited() {
      return this.running !== this.original;
    }

    say() {
      const differs = this.code.text !== this.running;
      const state = differs ? "with edits that were not compiled yet" : this.isEdited() ? "as you edited it" : "as the chapter has it";
      this.code.say(`CUDA of this experiment, ${state}`, differs || this.isEdited());
    }

    async run() {
      const tried = ++this.tries, { text } = this.code;
      this.code.wait("nvcc compiles it …");
      /** @type {WorkshopAnswers["compile"]} */
      const { errors, file, ptx, kernels, machine } = await workshop.ask("compile", { text }).catch(error => ({ errors: [{ line: 0, words: error.message }] }));
      if (tried !== this.tries) return;
      this.code.done();
      this.code.show(errors, this.code.text === text);
      if (!file || ptx === undefined || !kernels) {
        this.fail("It was not compiled: its errors stand below its code.");
        return;
      }
      this.running = text;
      this.say();
      this.use({ ...this.chapters, file, ptx, kernels, machine, code: text.split("\n").map((line, i) => [i + 1, line, null]) });
    }

    restore() {
      if (!confirm("Give up what you wrote?")) return;
      ++this.tries;
      this.code.done();
      memory.forget(this.key);
      this.code.text = this.running = this.original;
      this.code.show([], false);
      this.say();
      this.use(this.chapters);
    }
  };
})();
