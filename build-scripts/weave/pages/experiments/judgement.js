// Holds what a run left in memory against what it should have left.
"use strict";

const judgement = (() => {
  /**
   * Numbers are the same where they compare equal; and where neither is a number.
   * @param {number} one
   * @param {number} other
   */
  const same = (one, other) => one === other || (Number.isNaN(one) && Number.isNaN(other));

  /**
   * What is wrong with an array: how many elements, and the first of them.
   * @param {Numbers} found
   * @param {Numbers} wanted
   */
  const compare = (found, wanted) => {
    let count = 0, first = -1;
    for (let i = 0; i < wanted.length; ++i) {
      if (same(found[i], wanted[i])) continue;
      if (first < 0) first = i;
      ++count;
    }
    return { count, first };
  };

  /**
   * Was the element never written? Arrays begin with bytes of 0xff where nothing else is asked for.
   * @param {Uint8Array} before
   * @param {Uint8Array} after
   * @param {number} from
   * @param {number} size
   */
  const untouched = (before, after, from, size) => {
    for (let i = from; i < from + size; ++i) if (before[i] !== 0xff || after[i] !== 0xff) return false;
    return true;
  };

  return {
    /**
     * What is said of a run, code between backticks, and whether its results are right.
     * @param {SimulatorRequest} request
     * @param {SimulatorReply} reply
     * @param {Memory} reference
     */
    of: (request, reply, reference) => {
      const right = [];
      for (const [name, wanted] of Object.entries(reference)) {
        const after = reply.outputs[name], before = request.arrays.find(array => array.name === name)?.bytes ?? after;
        const Type = /** @type {NumbersType} */ (wanted.constructor), found = new Type(after.slice().buffer);
        const { count, first } = compare(found, wanted), size = wanted.BYTES_PER_ELEMENT;
        if (count) {
          const what = untouched(before, after, first * size, size) ? "was never written" : `is ${found[first]}`;
          const many = count < wanted.length ? `${count} of its ${wanted.length}` : count > 2 ? `all of its ${count}` : "both of its";
          const more = count > 1 ? `; ${many} elements are wrong` : "";
          return { right: false, words: `Wrong: \`${name}[${first}]\` ${what} and should be ${wanted[first]}${more}.` };
        }
        right.push(wanted.length === 1 ? `\`${name}[0]\` is ${wanted[0]}, as it should be`
          : `${wanted.length > 2 ? `all ${wanted.length}` : "both"} elements of \`${name}\` are what they should be`);
      }
      return { right: true, words: `Right: ${right.join(", and ")}.` };
    },
  };
})();
