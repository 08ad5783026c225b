// Through which regions of a kernel a warp passes, and with which lanes: the rule by which the simulator counts. The code is
// an if, where the condition holds with a body of `a` instructions and else of `b`; another if there, of even lanes with `a`
// and odd ones with `b`; or a loop over `a` instructions, of `rounds` rounds where the condition holds and else of one, or of
// as many as the lane modulo `k` has, and one more. Then all lanes come to one instruction.
"use strict";

const passes = (() => {
  /** @typedef {"either" | "nested" | "longer" | "each"} Code */
  /** @typedef {"below" | "every" | "mask"} Condition */
  /** @typedef {{ code: Code, condition: Condition, k: number, mask: number, rounds: number, a: number, b: number }} Choice */
  /** @typedef {{ region: string, lanes: number[], instructions: number }} Pass */

  const warpSize = 32;
  const warp = Array.from({ length: warpSize }, (_, lane) => lane);

  /**
   * Whether a lane's condition is true.
   * @param {Choice} choice
   * @param {number} lane
   */
  const holds = ({ condition, k, mask }, lane) =>
    (condition === "below" ? lane < k : condition === "every" ? lane % k === 0 : Boolean((mask >>> lane) & 1));

  /**
   * How often each lane of a loop comes through its body.
   * @param {Choice} choice
   * @param {number} lane
   */
  const roundsOf = (choice, lane) => (choice.code === "each" ? (lane % choice.k) + 1 : holds(choice, lane) ? choice.rounds : 1);

  /**
   * The regions of a choice, also those to which no lane wants. The warp comes to them in this order, but for the sides of a
   * branch, of which nothing says which comes first.
   * @param {Choice} choice
   * @returns {Pass[]}
   */
  const regions = choice => {
    const { a, b } = choice, chosen = warp.filter(lane => holds(choice, lane)), others = warp.filter(lane => !holds(choice, lane));
    if (choice.code === "either") {
      return [{ region: "c", lanes: chosen, instructions: a }, { region: "not c", lanes: others, instructions: b }];
    }
    if (choice.code === "nested") {
      return [
        { region: "c, even", lanes: chosen.filter(lane => lane % 2 === 0), instructions: a },
        { region: "c, odd", lanes: chosen.filter(lane => lane % 2 === 1), instructions: b },
        { region: "not c", lanes: others, instructions: b },
      ];
    }
    return Array.from({ length: Math.max(...warp.map(lane => roundsOf(choice, lane))) }, (_, round) => ({
      region: `round ${round + 1}`, lanes: warp.filter(lane => roundsOf(choice, lane) > round), instructions: a,
    }));
  };

  return {
    warpSize,

    /**
     * 32 bits that look random, the same for the same number.
     * @param {number} number
     */
    mask: number => {
      const mixed = Math.imul(number, 0x9e3779b1), folded = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
      return (folded ^ (folded >>> 13)) >>> 0;
    },

    /**
     * What the warp passes through; where no lane wants to go, it does not go.
     * @param {Choice} choice
     */
    of: choice => [...regions(choice).filter(({ lanes }) => lanes.length > 0), { region: "after", lanes: warp, instructions: 1 }],

    /**
     * How many instructions the warp issues, and how many lanes are active in them, added up.
     * @param {Pass[]} passes
     */
    count: passes => passes.reduce(({ issued, active }, { lanes, instructions }) =>
      ({ issued: issued + instructions, active: active + instructions * lanes.length }), { issued: 0, active: 0 }),
  };
})();
