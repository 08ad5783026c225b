// What is said of a run, as it stands in the page.
"use strict";

/**
 * Words, of which those between backticks are code.
 * @param {string} words
 * @returns {(Node | string)[]}
 */
const spelled = words => words.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));

/**
 * @param {HTMLElement} place
 * @param {Judged["state"] | "busy"} state
 * @param {string} words
 */
const showVerdict = (place, state, words) => {
  const sign = { right: "✓ ", lucky: "! ", wrong: "✗ ", stopped: "■ ", busy: "" }[state];
  place.className = `experiment-verdict ${state}`;
  place.replaceChildren(make("span", { "aria-hidden": "true" }, sign), ...spelled(words));
};
