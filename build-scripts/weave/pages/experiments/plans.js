// The experiments that are loaded, and what the simulator has to do for a setting of one.
"use strict";

const experiments = (() => {
  const patience = 4_000_000; // warp instructions without progress: a second or so

  /** @type {Map<string, { described?: Description<any>, compiled?: Compiled }>} */
  const known = new Map();

  /**
   * @param {string} name
   * @returns {{ described?: Description<any>, compiled?: Compiled }}
   */
  const entry = name => {
    const found = known.get(name) ?? {};
    known.set(name, found);
    return found;
  };

  /** @param {string} name */
  const get = name => {
    const { described, compiled } = entry(name);
    if (!described || !compiled) throw new Error(`no experiment ${name}`);
    return { described, compiled };
  };

  /**
   * @param {Extent} extent
   * @returns {[number, number, number]}
   */
  const whole = extent => {
    const [x, y = 1, z = 1] = typeof extent === "number" ? [extent] : extent;
    return [x, y, z];
  };

  /**
   * PTX without all other kernels than these, and without what debuggers read.
   * @param {string} ptx
   * @param {string[]} kernels  mangled
   */
  const alone = (ptx, kernels) => {
    /** @type {string[]} */
    const kept = [];
    /** @type {RegExp | undefined} what ends what is left out */
    let end;
    for (const line of ptx.split("\n")) {
      const [, entry] = /^\s*(?:\.visible\s+|\.weak\s+)*\.entry\s+([\w$]+)/.exec(line) ?? [];
      if (/^\s*\.section\b/.test(line)) end = /^\s*\}/;
      else if (entry && !kernels.includes(entry)) end = /^\}/;
      if (!end && !line.trim().startsWith("//")) kept.push(line);
      if (end?.test(line)) end = undefined;
    }
    return kept.join("\n");
  };

  /**
   * nvcc's PTX of the kernels that a setting launches.
   * @param {string} name
   * @param {Settings} settings
   */
  const ptxOf = (name, settings) => {
    const { described, compiled: { ptx, kernels } } = get(name);
    return alone(ptx, [described.launch(settings)].flat().map(({ kernel }) => kernels[kernel]));
  };

  return {
    get,
    ptx: ptxOf,

    /**
     * @param {string} name
     * @param {Description<any>} described
     */
    describe: (name, described) => { entry(name).described = described; },

    /**
     * @param {string} name
     * @param {Compiled} compiled
     */
    compiled: (name, compiled) => { entry(name).compiled = compiled; },

    /** @param {string} name */
    defaults: name => {
      /** @type {Settings} */
      const settings = { schedule: "forward" };
      for (const [knob, { value }] of Object.entries(get(name).described.knobs)) settings[knob] = value;
      return settings;
    },

    /**
     * The launches of a setting, as they are described.
     * @param {string} name
     * @param {Settings} settings
     * @returns {Launch[]}
     */
    launches: (name, settings) => [get(name).described.launch(settings)].flat(),

    /**
     * @param {string} name
     * @param {Settings} settings
     * @param {Partial<SimulatorLaunch>} [extras]  what else is asked of each launch
     * @param {string} [ptx]  in the place of nvcc's
     * @returns {SimulatorRequest}
     */
    request: (name, settings, extras = {}, ptx = ptxOf(name, settings)) => {
      const { described, compiled } = get(name), memory = described.memory(settings);
      const launches = experiments.launches(name, settings).map(launch => {
        const kernel = compiled.kernels[launch.kernel];
        if (!kernel) throw new Error(`It was not run: there is no kernel ${launch.kernel}.`);
        return {
          kernel, grid: whole(launch.grid), block: whole(launch.block), shared: launch.shared ?? 0, patience, ...extras,
          arguments: launch.arguments.map(argument => (typeof argument === "string" ? { array: argument } : argument)),
        };
      });
      const arrays = Object.entries(memory).map(([array, held]) => ({ name: array, bytes: new Uint8Array(held.buffer) }));
      // What is run in an order of its own has no other.
      const schedule = extras.order || extras.explore ? "forward" : settings.schedule;
      return { id: 0, ptx, schedule, arrays, launches };
    },
  };
})();

/**
 * What code/experiments/CHAPTER/NAME.js calls.
 * @template {Record<string, Knob>} Knobs
 * @param {string} name
 * @param {Description<Knobs>} described
 */
const experiment = (name, described) => experiments.describe(name, described);
