// How much of a page is shown: "read" keeps folded what only somebody wants who checks the book, "everything" opens it. The
// choice is remembered. Without this script all is there, and what is folded is opened by hand.
"use strict";

const depth = (() => {
  const key = "depth", root = document.documentElement;
  const label = () => (root.dataset.depth === "read" ? "read" : "everything");
  root.dataset.depth = memory.recall(key) === "everything" ? "everything" : "read";

  /** @type {HTMLElement[]} */
  let buttons = [];

  const show = () => {
    for (const button of buttons) button.replaceChildren(make("span", { class: "word" }, "Depth: "), label());
  };

  /** @param {boolean} open */
  const fold = open => {
    for (const each of document.querySelectorAll("details")) {
      // Those of an opened section stay open with it.
      if (each.matches(".folded:not(.folded .folded)")) each.open = open;
    }
  };

  /** @param {string} [wanted] */
  const choose = (wanted = label() === "read" ? "everything" : "read") => {
    root.dataset.depth = wanted;
    memory.remember(key, wanted);
    fold(wanted === "everything");
    show();
  };

  document.addEventListener("DOMContentLoaded", () => {
    if (!first("details.folded, .audit, .chunk-foot")) return;
    buttons = all(".tools, .contents-head").map(place => {
      const button = make("button", { type: "button", class: "depth", title: "Read: without what only checks. Everything: with it ( e )" });
      button.addEventListener("click", () => choose());
      place.insertBefore(button, first(".close-contents", place));
      return button;
    });
    show();
    if (label() === "everything") fold(true);
  });

  return { choose };
})();
