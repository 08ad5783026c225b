// A place to edit code in: with its label, what is wrong with which line, and what can be done with it.
"use strict";

const CodeArea = (() => {
  const longest = 200_000; // letters

  return class {
    /**
     * @param {Element} holder
     * @param {string} id
     * @param {{ run: string, back: string, hint: string }} words  of its buttons, and what else there is to know
     * @param {{ run(): void, back(): void, changed(): void }} calls  what the buttons do, and each edit
     */
    constructor(holder, id, words, calls) {
      this.holder = holder;
      this.label = add(holder, "label", { for: id });
      this.area = add(holder, "textarea", {
        id, rows: 18, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: longest, "aria-describedby": `${id}-errors ${id}-hint`,
      });
      this.errors = add(holder, "ul", { id: `${id}-errors`, class: "code-errors" });
      this.errors.hidden = true;
      const bar = add(holder, "p", { class: "actions" });
      add(bar, "button", { type: "button" }, words.run).addEventListener("click", () => this.run(calls.run));
      this.backButton = add(bar, "button", { type: "button" }, words.back);
      this.backButton.addEventListener("click", () => {
        if (this.backButton.getAttribute("aria-disabled") !== "true") calls.back();
      });
      add(holder, "p", { id: `${id}-hint`, class: "hint" }, words.hint);
      this.area.addEventListener("input", calls.changed);
      this.area.addEventListener("keydown", event => {
        if (event.key !== "Enter" || event.altKey) return;
        if (!(event.ctrlKey || event.metaKey)) {
          this.indent(event);
          return;
        }
        event.preventDefault();
        if (!event.repeat) this.run(calls.run);
      });
      this.state = add(bar, "span", { class: "hint", role: "status" });
      /** @type {string | undefined} the text that is being worked at */
      this.sent = undefined;
    }

    /**
     * The next line begins where this one does.
     * @param {KeyboardEvent} event
     */
    indent(event) {
      const { selectionStart: from, selectionEnd: to, value } = this.area;
      const [space] = /^[ \t]*/.exec(value.slice(value.lastIndexOf("\n", from - 1) + 1, from)) ?? [""];
      if (!space) return;
      event.preventDefault();
      this.area.setRangeText(`\n${space}`, from, to, "end");
      this.area.dispatchEvent(new Event("input", { bubbles: true }));
    }

    /** @param {() => void} run */
    run(run) {
      if (this.sent !== this.text) run();
    }

    /**
     * Work at the text begins.
     * @param {string} words
     */
    wait(words) {
      this.sent = this.text;
      this.state.textContent = words;
      this.holder.setAttribute("data-busy", "true");
    }

    /**
     * It has ended, or nobody waits for its end any more.
     * @param {string} [words]  what has come of it
     */
    done(words = "") {
      this.sent = undefined;
      this.state.textContent = words;
      this.holder.setAttribute("data-busy", "false");
    }

    get text() {
      return this.area.value;
    }

    set text(text) {
      this.area.value = text;
      this.area.scrollTop = 0;
    }

    /**
     * @param {string} label
     * @param {boolean} hasWayBack  to what the text was at first
     */
    say(label, hasWayBack) {
      this.label.textContent = label;
      this.backButton.setAttribute("aria-disabled", String(!hasWayBack));
    }

    /**
     * Tells errors, those of line 0 without it.
     * @param {{ line: number, words: string }[]} errors
     * @param {boolean} seeks  goes to the first one's line
     */
    show(errors, seeks) {
      this.errors.replaceChildren(...errors.map(({ line, words }) => {
        if (!line) return make("li", {}, words);
        const button = make("button", { type: "button" }, `Line ${line}`);
        button.addEventListener("click", () => this.select(line));
        return make("li", {}, button, ` ${words}`);
      }));
      this.errors.hidden = !errors.length;
      this.area.setAttribute("aria-invalid", String(errors.length > 0));
      const place = errors.find(({ line }) => line), focus = document.activeElement;
      if (!place || !seeks || !(focus === document.body || this.holder.contains(focus))) return;
      this.select(place.line);
      // What somebody types takes the place of what is selected.
      if (focus === this.area) this.area.setSelectionRange(this.area.selectionStart, this.area.selectionStart);
    }

    /** @param {number} line */
    select(line) {
      const lines = this.text.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      if (this.holder instanceof HTMLDetailsElement) this.holder.open = true;
      this.area.focus({ preventScroll: true });
      this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
      this.scrollTo(line);
      this.area.scrollIntoView({ block: "nearest" });
    }

    /**
     * Has the line in the middle.
     * @param {number} line
     */
    scrollTo(line) {
      const height = this.area.scrollHeight / this.text.split("\n").length;
      this.area.scrollTop = height * (line - 0.5) - this.area.clientHeight / 2;
      this.area.scrollLeft = 0;
    }
  };
})();
