// How what the simulator counts is called and shown.
"use strict";

const counts = (() => {
  /** @type {Record<string, [string, string]>} what is divided by what */
  const ratios = {
    "sectors per load request": ["global_load_sectors", "global_load_requests"],
    "sectors per store request": ["global_store_sectors", "global_store_requests"],
    "wavefronts per shared load": ["shared_load_wavefronts", "shared_load_requests"],
    "wavefronts per shared store": ["shared_store_wavefronts", "shared_store_requests"],
    "lanes per instruction": ["thread_instructions", "warp_instructions"],
  };

  /**
   * The count or the ratio of that name; NaN where there is nothing to divide by.
   * @param {Record<string, number>} counted
   * @param {string} name
   */
  const value = (counted, name) => {
    const ratio = ratios[name];
    return ratio ? counted[ratio[0]] / counted[ratio[1]] : counted[name] ?? NaN;
  };

  // A maximum; all others add up over launches.
  const greatest = "atomic_max_same_address";

  return {
    value,

    /**
     * What several launches did.
     * @param {Record<string, number>[]} all
     */
    sum: all => {
      /** @type {Record<string, number>} */
      const total = {};
      for (const counted of all) {
        for (const [name, number] of Object.entries(counted)) {
          total[name] = name === greatest ? Math.max(total[name] ?? 0, number) : (total[name] ?? 0) + number;
        }
      }
      return total;
    },

    ratios: Object.keys(ratios),
    /** @param {string} name */
    label: name => name.replaceAll("_", " "),
    /** @param {number} number */
    shown: number => (Number.isNaN(number) ? "–" : numberShown(number)),
  };
})();
