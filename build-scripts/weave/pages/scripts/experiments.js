// Experiments: a button puts knobs and a simulator in its place, and so does a link to a setting, #NAME?KNOB=VALUE.
// Nothing of that is loaded before. `experimentSizes`, in kB, which the build puts before this, tells how much it is.
"use strict";
{
  const loadAll = async (/** @type {string} */ file) => {
    if (!first("link[href='experiments/experiment.css']")) document.head.append(make("link", { rel: "stylesheet", href: "experiments/experiment.css" }));
    // A page with players has the first.
    if (typeof setIcon === "undefined") await load("players.js");
    for (const part of ["trace", "stage", "player", "editing"]) await load(`${part}.js`);
    for (const part of ["experiment", "simulator", file]) await load(`experiments/${part}.js`);
  };

  /** @typedef {{ aid: HTMLElement, name: string, button: HTMLButtonElement, shown?: Promise<{ set(state: string): void }> }} Place */

  /**
   * @param {Place} place
   * @param {string} state
   */
  const open = async (place, state) => {
    if (place.shown) {
      (await place.shown).set(state);
      return;
    }
    const { aid, name, button } = place;
    button.setAttribute("aria-disabled", "true"); // and keeps the focus
    button.textContent = "Loading …";
    place.shown = loadAll(name.replace("/", "-")).then(() => {
      const focused = document.activeElement === button;
      button.remove();
      const made = new Experiment(aid, name, state);
      if (focused) first(".aid-controls :is(select, input)", aid)?.focus({ preventScroll: true });
      return made;
    });
    try {
      await place.shown;
    } catch (error) {
      place.shown = undefined;
      button.removeAttribute("aria-disabled");
      button.textContent = `It cannot be loaded: ${error instanceof Error ? error.message : error}. Try again`;
    }
  };

  const places = all("[data-experiment]").map(aid => {
    const name = aid.dataset.experiment ?? "", size = experimentSizes.shared + (experimentSizes.each[name.replace("/", "-")] ?? 0);
    const button = add(aid, "button", { type: "button", class: "experiment-open" }, `Run this kernel here (loads ${numberShown(size)} kB)`);
    /** @type {Place} */
    const place = { aid, name, button };
    button.addEventListener("click", () => open(place, ""));
    return place;
  });

  const follow = () => {
    const [id, state] = location.hash.slice(1).split("?");
    const place = state !== undefined && places.find(({ aid }) => aid.id === id);
    if (!place) return;
    place.aid.scrollIntoView();
    open(place, state);
  };
  window.addEventListener("hashchange", follow);
  // By then the page's other scripts have run, and what they bring is not loaded again.
  document.addEventListener("DOMContentLoaded", follow);
}
