// The knobs of an experiment as a form, and its settings as a text that an address can carry.
"use strict";

const knobs = (() => {
  const schedule = { label: "Order of warps and blocks", options: ["forward", "reverse", "random", "starve", "lockstep"], value: "forward" };
  const mostSeed = 999;
  /** @type {Record<string, string>} what an order is; the first one is nothing special */
  const orders = {
    reverse: "the last block and the last warp first",
    random: "shuffled, by a seed",
    starve: "one warp waits until no other can go on",
    lockstep: "a warp has one program counter, as before Volta",
  };

  /**
   * A number by a slider and by a field; both show it.
   * @param {Element} cell
   * @param {RangeKnob} knob
   * @param {string} id
   * @param {(value: number) => void} turned
   */
  const addRange = (cell, { label, from, to }, id, turned) => {
    const limits = { min: from, max: to, step: 1, title: `${from} to ${to}` };
    const field = add(cell, "input", { id, type: "number", inputmode: "numeric", ...limits });
    const slider = add(cell, "input", { type: "range", "aria-label": label, ...limits });
    const hint = add(cell, "small", { id: `${id}-limits`, class: "hint", role: "status" });
    field.setAttribute("aria-describedby", hint.id);
    /** @param {boolean} isWithin */
    const tellLimits = isWithin => {
      hint.textContent = isWithin ? "" : `Whole numbers from ${numberShown(from)} to ${numberShown(to)}.`;
      field.setAttribute("aria-invalid", String(!isWithin));
    };
    tellLimits(true);
    for (const input of [field, slider]) {
      input.addEventListener("input", () => {
        const value = Math.round(Number(input.value)), isWithin = value >= from && value <= to;
        tellLimits(isWithin || !input.value);
        if (!input.value || !isWithin) return;
        (input === field ? slider : field).value = String(value);
        turned(value);
      });
    }
    // A field that is left holds the nearest value that it can have, or what it held.
    field.addEventListener("change", () => {
      const value = field.value ? Math.min(to, Math.max(from, Math.round(Number(field.value)))) : Number(slider.value);
      field.value = String(value);
      tellLimits(true);
      if (field.value === slider.value) return;
      slider.value = field.value;
      turned(value);
    });
    return (/** @type {Setting} */ value) => { field.value = slider.value = String(value); };
  };

  /**
   * @param {Element} cell
   * @param {ChoiceKnob} knob
   * @param {string} id
   * @param {(value: Setting) => void} turned
   */
  const addChoice = (cell, { options }, id, turned) => {
    const input = add(cell, "select", { id }, ...options.map(option => make("option", { value: option }, option)));
    input.addEventListener("change", () => turned(options[input.selectedIndex]));
    return (/** @type {Setting} */ value) => { input.value = String(value); };
  };

  /**
   * @param {Element} form
   * @param {Knob} knob
   * @param {string} id
   * @param {(value: any) => void} turned
   * @returns {(value: Setting) => void}  shows another value
   */
  const addKnob = (form, knob, id, turned) => {
    if (!("from" in knob || "options" in knob)) {
      const box = make("input", { id, type: "checkbox" });
      add(form, "p", { class: "aid-control experiment-flag" }, box, make("label", { for: id }, knob.label));
      box.addEventListener("change", () => turned(box.checked));
      return value => { box.checked = Boolean(value); };
    }
    const cell = add(form, "p", { class: "aid-control" }, make("label", { for: id }, knob.label));
    return "from" in knob ? addRange(cell, knob, id, turned) : addChoice(cell, knob, id, turned);
  };

  /**
   * @param {Knob} knob
   * @param {string} text
   * @returns {Setting | undefined}
   */
  const parse = (knob, text) => {
    if ("options" in knob) return knob.options.find(option => String(option) === text);
    if (!("from" in knob)) return text === "yes" ? true : text === "no" ? false : undefined;
    const value = Number(text);
    return text.trim() && Number.isInteger(value) && value >= knob.from && value <= knob.to ? value : undefined;
  };

  /** @param {Setting} value */
  const written = value => (value === true ? "yes" : value === false ? "no" : String(value));

  return {
    /**
     * A form with the knobs; `turned` hears of each change. What is returned shows other settings.
     * @param {Element} form
     * @param {Record<string, Knob>} described
     * @param {string} id
     * @param {(name: string, value: Setting) => void} turned
     */
    add: (form, described, id, turned) => {
      const shows = Object.entries(described).map(([name, knob]) => {
        const show = addKnob(form, knob, `${id}-${name}`, value => turned(name, value));
        return (/** @type {Settings} */ settings) => show(settings[name]);
      });
      const seedOf = (/** @type {Setting} */ text) => Number(/^random:(\d+)$/.exec(String(text))?.[1] ?? 1);
      /** @type {HTMLElement} */
      let seedCell;
      const showOrder = addKnob(form, schedule, `${id}-schedule`, value => {
        seedCell.hidden = value !== "random";
        tell(value);
        turned("schedule", value === "random" ? "random:1" : value);
        showSeed(1);
      });
      const hint = add(/** @type {Element} */ (form.lastElementChild), "small", { id: `${id}-order`, class: "hint" });
      form.lastElementChild?.querySelector("select")?.setAttribute("aria-describedby", hint.id);
      const tell = (/** @type {string} */ order) => { hint.textContent = orders[order] ?? ""; };
      const showSeed = addKnob(form, { label: "Seed of the random order", from: 1, to: mostSeed, value: 1 }, `${id}-seed`,
        value => turned("schedule", `random:${value}`));
      seedCell = /** @type {HTMLElement} */ (form.lastElementChild);
      return (/** @type {Settings} */ settings) => {
        for (const show of shows) show(settings);
        const [order] = String(settings.schedule).split(":");
        showOrder(order);
        tell(order);
        seedCell.hidden = !String(settings.schedule).startsWith("random");
        showSeed(seedOf(settings.schedule));
      };
    },

    /**
     * "stride=8&schedule=reverse": what differs from the defaults.
     * @param {Settings} settings
     * @param {Settings} defaults
     */
    write: (settings, defaults) => new URLSearchParams(
      Object.entries(settings).filter(([name, value]) => value !== defaults[name]).map(([name, value]) => [name, written(value)])).toString(),

    /**
     * What such a text says; what no knob can be set to is left out.
     * @param {string} text
     * @param {Record<string, Knob>} described
     * @param {Settings} defaults
     */
    read: (text, described, defaults) => {
      const settings = { ...defaults };
      for (const [name, value] of new URLSearchParams(text)) {
        const knob = Object.hasOwn(described, name) ? described[name] : undefined, parsed = knob && parse(knob, value);
        if (parsed !== undefined) settings[name] = parsed;
        const seed = Number(/^random:(\d{1,3})$/.exec(value)?.[1]);
        if (name === "schedule" && (seed >= 1 || (value !== "random" && schedule.options.includes(value)))) settings[name] = value;
      }
      return settings;
    },
  };
})();
