// A button beside each piece of code that copies it as a compiler would take it: without references and signs.
"use strict";
{
  /**
   * Where the code refers to other chunks, what they hold is in the unfolded code; a later part has none, and there their
   * names stand as comments.
   * @param {HTMLElement} chunk
   */
  const cleanText = chunk => {
    if (chunk.matches(".session")) return all("kbd", chunk).map(each => `${each.textContent}\n`).join("");
    const unfolded = first(".unfold pre", chunk), code = /** @type {Element} */ (first("pre", chunk)?.cloneNode(true));
    const isStep = code.classList.contains("step"), references = all("a.reference", code);
    if (references.length && unfolded && !isStep) return unfolded.textContent ?? "";
    for (const each of references) each.textContent = `// ${each.textContent?.replace(/[\u27e8\u27e9]/g, "")}`;
    if (isStep) all("del, .sign, .elided", code).forEach(each => each.remove());
    return code.textContent ?? "";
  };

  /**
   * Browsers that keep the clipboard from pages of files still copy what is selected.
   * @param {string} text
   */
  const copySelected = text => {
    const area = add(document.body, "textarea", { class: "hidden" });
    area.value = text;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("the browser refuses");
  };

  /** @param {string} text */
  const copy = async text => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copySelected(text);
    }
  };

  const status = add(document.body, "p", { class: "hidden", role: "status" });
  for (const chunk of all(".chunk")) {
    const name = chunkName(chunk), attributes = { type: "button", class: "copy", "aria-label": `Copy ${name}` };
    const button = make("button", attributes, "Copy");
    button.addEventListener("click", async () => {
      const word = await copy(cleanText(chunk)).then(() => "Copied", () => "Not copied");
      button.textContent = word;
      status.textContent = `${word} ${name}`;
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    first(".chunk-head", chunk)?.append(button);
  }
}
