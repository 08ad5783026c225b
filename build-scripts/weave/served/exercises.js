// Exercises that are judged: where the book is served, the reader does them in the page.
"use strict";
{
  const words = {
    run: "Judge it", back: "Begin again",
    hint: "Ctrl+Enter judges it, too: your machine compiles it and runs it on the simulator. This browser remembers what you wrote.",
  };

  /**
   * @param {HTMLElement} body
   * @param {string} name
   */
  const open = async (body, name) => {
    const key = `exercise ${name}`;
    await load("editing.js");
    const task = (await workshop.ask("task", { name })).text;
    let tries = 0, judged = task;
    const say = () => {
      code.say(`Your answer to ${name}`, code.text !== task);
      said.classList.toggle("of-before", code.text !== judged);
    };
    const judge = async () => {
      const tried = ++tries, { text } = code;
      code.wait("It is compiled and judged …");
      /** @type {WorkshopAnswers["judge"]} */
      const verdict = await workshop.ask("judge", { name, text }).catch(error => ({ accepted: false, verdict: error.message, rest: "", errors: [] }));
      if (tried !== tries) return;
      code.done();
      said.hidden = false;
      said.textContent = verdict.verdict;
      said.classList.toggle("accepted", verdict.accepted);
      judged = text;
      say();
      code.show(verdict.errors, code.text === text);
      rest.hidden = !verdict.rest;
      first("pre", rest)?.replaceChildren(verdict.rest);
      const done = /** @type {HTMLInputElement | null} */ (first(".done input", body.closest(".exercise") ?? body));
      if (verdict.accepted && done && !done.checked) done.click();
    };
    const code = new CodeArea(body, `work-${name.replace("/", "-")}`, words, {
      run: judge,
      back: () => {
        if (!confirm("Give up what you wrote?")) return;
        ++tries;
        code.done();
        memory.forget(key);
        code.text = task;
        code.show([], false);
        said.hidden = rest.hidden = true;
        say();
      },
      changed: () => {
        memory.remember(key, code.text);
        say();
      },
    });
    const said = make("p", { class: "code-verdict", role: "status" });
    const rest = make("details", {}, make("summary", {}, "What else was said"), make("pre", { class: "code-said", role: "region", "aria-label": "What else was said", tabindex: 0 }));
    said.hidden = rest.hidden = true;
    code.errors.before(said);
    code.errors.after(rest);
    code.text = memory.recall(key) ?? task;
    say();
  };

  for (const box of all(".exercise[data-exercise]")) {
    const summary = make("summary", {}, "Do it here"), body = make("details", { class: "code-editor" }, summary), name = box.dataset.exercise ?? "";
    first(".judged", box)?.after(body);
    let isOpened = false;
    body.addEventListener("toggle", () => {
      if (!body.open || isOpened) return;
      isOpened = true;
      summary.textContent = "Do it here: loading …";
      open(body, name).then(() => {
        summary.textContent = "Do it here";
      }, error => {
        isOpened = body.open = false;
        summary.textContent = `Do it here: ${error.message}`;
      });
    });
  }
}
