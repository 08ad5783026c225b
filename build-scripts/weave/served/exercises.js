// Exercises that are judged: where the book is served, the reader does them in the page.
"use strict";
{
  const words = {
    run: "Judge it", back: "Begin again",
    hint: "Ctrl+Enter judges it, too: your machine compiles and runs it on the simulator. This browser remembers what you wrote; the file that build-scripts/exercise has laid out stays as it is.",
  };

  /**
   * @param {HTMLElement} body
   * @param {string} name
   */
  const open = async (body, name) => {
    const key = `exercise ${name}`;
    await load("editing.js");
    const task = (await workshop.ask("task", { name })).text;
    let tries = 0;
    const say = () => code.say(`Your answer to ${name}`, code.text !== task);
    const judge = async () => {
      const tried = ++tries;
      body.setAttribute("aria-busy", "true");
      said.hidden = false;
      said.textContent = "It is compiled and judged …";
      /** @type {WorkshopAnswers["judge"]} */
      const verdict = await workshop.ask("judge", { name, text: code.text }).catch(error => ({ accepted: false, text: error.message, errors: [] }));
      if (tried !== tries) return;
      body.setAttribute("aria-busy", "false");
      said.textContent = verdict.text;
      said.classList.toggle("accepted", verdict.accepted);
      code.show(verdict.errors, true);
      const done = /** @type {HTMLInputElement | null} */ (first(".done input", body.closest(".exercise") ?? body));
      if (verdict.accepted && done && !done.checked) done.click();
    };
    const code = new CodeArea(body, `work-${name.replace("/", "-")}`, words, {
      run: judge,
      back: () => {
        ++tries;
        memory.forget(key);
        code.text = task;
        code.show([], false);
        said.hidden = true;
        say();
      },
      changed: () => {
        memory.remember(key, code.text);
        say();
      },
    });
    const said = make("pre", { class: "code-said", role: "status", tabindex: 0 });
    said.hidden = true;
    code.errors.before(said);
    code.text = memory.recall(key) ?? task;
    say();
  };

  for (const box of all(".exercise[data-exercise]")) {
    const body = make("details", { class: "code-editor" }, make("summary", {}, "Do it here")), name = box.dataset.exercise ?? "";
    first(".judged", box)?.after(body);
    let isOpened = false;
    body.addEventListener("toggle", () => {
      if (!body.open || isOpened) return;
      isOpened = true;
      open(body, name).catch(error => {
        isOpened = body.open = false;
        first("summary", body)?.replaceChildren(`Do it here: ${error.message}. Try again`);
      });
    });
  }
}
