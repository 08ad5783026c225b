// Left and right turn to the chapter before and after, from the text itself.
"use strict";
{
  /** @type {Record<string, string>} */
  const turns = { ArrowLeft: "prev", ArrowRight: "next" };
  document.addEventListener("keydown", event => {
    const turn = turns[event.key], link = turn && first(`a[rel=${turn}]`), root = document.documentElement;
    if (!link || event.shiftKey || root.scrollWidth > root.clientWidth || !isFree(event) || first("dialog[open]")) return;
    event.preventDefault();
    link.click();
  });
}
