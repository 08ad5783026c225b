// What a launch did in an order of its own, step by step: in words, and in a player where its threads are few.
"use strict";

const sequences = (() => {
  const mostThreads = 32; // side by side in a player
  const mostShown = 60; // steps at either end
  const mostListed = 4; // words of shared memory that a warp accesses

  /** @param {[number, number, number]} extent */
  const volume = ([x, y, z]) => x * y * z;

  /** @param {SimulatorLaunch} launch */
  const shapeOf = ({ grid, block }) => {
    const blocks = volume(grid), threads = volume(block), warps = Math.ceil(threads / 32);
    return { blocks, threads, warps };
  };

  /**
   * What warps are called, which are counted through all blocks.
   * @param {SimulatorLaunch} launch
   * @returns {(warp: number) => string}
   */
  const namesOf = launch => {
    const { blocks, warps } = shapeOf(launch);
    return warp => {
      const inBlock = `warp ${warp % warps}`, block = `block ${Math.floor(warp / warps)}`;
      return blocks === 1 ? inBlock : warps === 1 ? block : `${inBlock} of ${block}`;
    };
  };

  /**
   * The array that an address lies in.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {number} address
   */
  const arrayAt = (request, reply, address) => request.arrays.find(({ name, bytes }) => {
    const offset = address - reply.addresses[name];
    return offset >= 0 && offset < (bytes?.length ?? 0);
  })?.name;

  /**
   * What a place in memory is called: as an element of an array, code between backticks.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   * @param {string} space
   * @param {number} address
   */
  const placeOf = (request, reply, memory, space, address) => {
    if (space === "shared") return `shared word ${address / 4}`;
    const name = arrayAt(request, reply, address);
    if (name === undefined) return `address 0x${address.toString(16)}`;
    return `\`${name}[${(address - reply.addresses[name]) / memory[name].BYTES_PER_ELEMENT}]\``;
  };

  /**
   * A fault's message with elements of arrays in the place of addresses: those within one, and those beside the one that the
   * message names.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   * @param {string} message
   */
  const named = (request, reply, memory, message) => {
    const [, base] = message.match(/bytes at (0x[0-9a-f]+)/) ?? [];
    const beside = request.arrays.find(({ name }) => reply.addresses[name] === Number(base))?.name;
    const element = (/** @type {string} */ text, /** @type {string} */ hex) => {
      const name = arrayAt(request, reply, Number(hex)) ?? beside;
      const place = name === undefined ? NaN : (Number(hex) - reply.addresses[name]) / memory[name].BYTES_PER_ELEMENT;
      return Number.isInteger(place) ? `${name}[${place}]` : text;
    };
    return message
      .replace(/shared address (0x[0-9a-f]+)/g, (text, hex) => (Number(hex) % 4 ? text : `shared word ${Number(hex) / 4}`))
      .replace(/bytes at 0x[0-9a-f]+/g, text => (beside === undefined ? text : `bytes of ${beside}`))
      .replace(/\baddress (0x[0-9a-f]+)/g, element);
  };

  /** @typedef {{ row: Record<string, string>, kind: string, place: string, key: string }} Access */

  /**
   * What a step did to the array that its first lane touched; nothing where that is not in global memory.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   * @param {Access[]} accesses
   * @returns {Touched | undefined}
   */
  const touchedOf = (request, reply, memory, accesses) => {
    const global = accesses.filter(({ row }) => steps.spaceOf(row.op) === "global").map(({ row }) => row);
    const array = global.length ? arrayAt(request, reply, Number(global[0].address)) : undefined;
    if (array === undefined) return undefined;
    const places = global.map(row => (Number(row.address) - reply.addresses[array]) / memory[array].BYTES_PER_ELEMENT);
    const [before, after] = [global.map(row => Number(row.before)), global.map(row => Number(row.after))];
    return { kind: accesses[0].kind, array, places, before, after };
  };

  /**
   * The accesses of each step.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   * @returns {Access[][]}
   */
  const accessesOf = (request, reply, memory) => {
    const [{ trace, replay }] = reply.launches, rows = steps.rowsOf(trace).filter(row => row.address);
    let next = 0;
    return (replay?.steps ?? []).map(({ until }) => {
      const from = next;
      while (next < rows.length && Number(rows[next].step) <= until) ++next;
      return rows.slice(from, next).map(row => {
        const space = steps.spaceOf(row.op), kind = row.op.split(".")[0];
        const key = `${space === "shared" ? row.block : ""} ${space} ${row.address}`;
        return { row, kind, key, place: placeOf(request, reply, memory, space, Number(row.address)) };
      });
    });
  };

  /** @param {string[]} texts */
  const listed = texts => (texts.length > mostListed ? [...texts.slice(0, mostListed - 1), "…", texts[texts.length - 1]] : texts).join(", ");

  /**
   * What the lanes of a warp do to words of shared memory.
   * @param {Access[]} accesses
   */
  const sharedDeed = accesses => {
    const words = accesses.map(({ row }) => Number(row.address) / 4), values = listed(accesses.map(({ row }) => traces.shown(Number(row.after))));
    const isRow = words.length > 2 && words.every((word, lane) => word === words[0] + lane);
    const place = `shared words ${isRow ? `${words[0]} to ${words[words.length - 1]}` : listed(words.map(String))}`;
    return accesses[0].kind === "ld" ? `reads ${values} from ${place}` : `writes ${values} to ${place}`;
  };

  /** @param {Access} access */
  const deed = ({ row, kind, place }) => {
    const [before, after] = [row.before, row.after].map(text => traces.shown(Number(text)));
    if (kind === "ld") return `reads ${after} from ${place}`;
    return kind === "st" ? `writes ${after} to ${place}` : `finds ${before} in ${place} and leaves ${after}`;
  };

  /** @param {Access[]} accesses */
  const deedOfWarp = accesses => {
    const [{ row, kind }] = accesses, more = accesses.length - 1;
    if (more && kind !== "atom" && steps.spaceOf(row.op) === "shared") return sharedDeed(accesses);
    return deed(accesses[0]) + (more ? `, together with ${more} more lane${more === 1 ? "" : "s"}` : "");
  };

  /**
   * A store over what another warp has written since this one read it; as words.
   * @param {Access[]} accesses
   * @param {number} warp
   * @param {Map<string, { warp: number, value: string, time: number }>} written
   * @param {Map<string, number>} read
   * @param {number} time
   * @param {(warp: number) => string} nameOf
   */
  const lostBy = (accesses, warp, written, read, time, nameOf) => {
    let words = "";
    for (const { kind, key, row } of accesses) {
      const mine = `${warp} ${key}`, last = written.get(key), since = read.get(mine);
      if (kind === "st" && last && last.warp !== warp && since !== undefined && since < last.time) {
        words ||= `, over the ${traces.shown(Number(last.value))} of ${nameOf(last.warp)}, which is lost`;
      }
      if (kind !== "st") read.set(mine, time);
      if (kind !== "ld" && row.after !== row.before) written.set(key, { warp, value: row.after, time });
    }
    return words;
  };

  /** Finds what warps do to shared memory with no barrier between that would say which of them comes first. */
  class Unordered {
    constructor() {
      /** @type {Map<number, number>} barriers that a warp has come to */
      this.barriers = new Map();
      /** @type {Map<string, { warp: number, barriers: number }>} by what is written: who did so last */
      this.written = new Map();
      /** @type {Map<string, { warp: number, barriers: number }[]>} who has read it since */
      this.read = new Map();
    }

    /** @param {number} warp */
    meet(warp) {
      this.barriers.set(warp, (this.barriers.get(warp) ?? 0) + 1);
    }

    /**
     * Words about an access of a warp, after which it counts.
     * @param {Access[]} accesses
     * @param {number} warp
     * @param {(warp: number) => string} nameOf
     */
    tell(accesses, warp, nameOf) {
      const barriers = this.barriers.get(warp) ?? 0;
      const isClose = (/** @type {{ warp: number, barriers: number } | undefined} */ other) => other && other.warp !== warp && other.barriers === barriers;
      /** @type {number[]} */
      const unwritten = [];
      let words = "";
      for (const { key, kind, row } of accesses.filter(each => steps.spaceOf(each.row.op) === "shared")) {
        const word = Number(row.address) / 4, writer = this.written.get(key), reader = this.read.get(key)?.find(isClose);
        if (kind === "ld") {
          if (!writer) unwritten.push(word);
          else if (isClose(writer)) words ||= `; ${nameOf(writer.warp)} has just written word ${word}, with no barrier in between`;
          this.read.set(key, [...this.read.get(key) ?? [], { warp, barriers }]);
        } else {
          if (reader) words ||= `; ${nameOf(reader.warp)} has read word ${word} already, with no barrier in between`;
          this.written.set(key, { warp, barriers });
          this.read.delete(key);
        }
      }
      const some = unwritten.length === 1 ? `word ${unwritten[0]}` : unwritten.length < accesses.length ? `${unwritten.length} of them` : "them";
      return (unwritten.length ? `; nobody has written ${some} yet` : "") + words;
    }
  }

  /**
   * What a warp has done to arrays.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   * @param {number} warp
   */
  const doneBy = (request, reply, memory, warp) => accessesOf(request, reply, memory).flatMap((accesses, i) => {
    const touched = reply.launches[0].replay?.steps[i].warp === warp ? touchedOf(request, reply, memory, accesses) : undefined;
    return touched ? [touched] : [];
  });

  /**
   * Each step in words. Where the description says them, what a warp does by itself is an aside, and so is a look that finds
   * what the one before it found.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   * @param {(touched: Touched) => string} [deedOf]
   */
  const tell = (request, reply, memory, deedOf) => {
    const [{ replay }] = reply.launches, nameOf = namesOf(request.launches[0]), written = new Map(), read = new Map();
    const made = replay?.steps ?? [], last = new Map(), unordered = new Unordered();
    return accessesOf(request, reply, memory).map((accesses, i) => {
      const { warp, line, file } = made[i];
      const isLast = !made.slice(i + 1).some(step => step.warp === warp);
      const stays = !isLast || replay?.warps[warp] === "waits" ? "waits for others" : "ends";
      const touched = deedOf && touchedOf(request, reply, memory, accesses);
      if (deedOf && touched) {
        const words = deedOf(touched), places = [`${warp}`, `${warp} ${touched.array}`], aside = places.some(place => last.get(place) === words);
        for (const place of places) last.set(place, words);
        return { warp, who: nameOf(warp), line, file, words, aside };
      }
      if (!accesses.length && stays.startsWith("waits")) unordered.meet(warp);
      const words = accesses.length ? deedOfWarp(accesses) + unordered.tell(accesses, warp, nameOf) : stays;
      return { warp, who: nameOf(warp), line: accesses.length ? line : 0, file, words: words + lostBy(accesses, warp, written, read, i, nameOf), aside: Boolean(deedOf) };
    });
  };

  /**
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {string} file
   */
  const played = (request, reply, file) => {
    const { blocks, threads, warps } = shapeOf(request.launches[0]);
    if (blocks * threads > mostThreads) return [];
    return steps.read(reply.launches[0].trace, file, ({ block, warp }) => Number(block) * threads + (warps > 1 ? 32 * Number(warp) : 0));
  };

  return {
    placeOf,
    named,
    shapeOf,
    namesOf,
    tell,
    doneBy,

    /**
     * Puts the steps into an element.
     * @param {Element} holder
     * @param {SimulatorRequest} request
     * @param {SimulatorReply} reply
     * @param {Bench} experiment
     * @param {string} name  that no other has
     * @param {string} which  of those in the box
     */
    show: (holder, request, reply, experiment, name, which) => {
      const { compiled, title, described } = experiment, deedOf = described.waiting?.deed;
      const told = tell(request, reply, experiment.memory(), deedOf);
      let before = 0, count = 0;
      const items = told.map(({ warp, who, words, line, file, aside }) => {
        const text = file === compiled.file && line && line !== before ? experiment.lineOf(line) : null;
        const item = make("li", { value: aside ? count : ++count, "data-warp": warp % 6 }, make("strong", {}, who), " ", ...spelled(words));
        item.hidden = aside;
        if (aside) return item;
        if (text) item.append(" ", text);
        before = line || before;
        return item;
      });
      if (count > 2 * mostShown) {
        const left = items.length - 2 * mostShown;
        items.splice(mostShown, left, make("li", { class: "experiment-left-out" }, `… ${left} steps more …`));
      }
      const attributes = { class: "experiment-order", tabindex: 0, role: "region", "aria-label": `${title}: who ran when, ${which}` };
      add(holder, "div", attributes, make("ol", {}, ...items));
      const taken = played(request, reply, compiled.file);
      if (!taken.length) return;
      const player = add(holder, "details", { class: "experiment-steps" }, make("summary", {}, "Play it, threads side by side"));
      player.addEventListener("toggle", () => {
        if (!player.open || first(".player", player)) return;
        const trace = { label: "", unit: "thread", steps: taken, code: steps.excerpts(steps.linesOf(taken), compiled.code, experiment.kernels()[0]) };
        const memory = taken.some(step => step.space === "shared") ? "shared" : "none";
        new Player(add(player, "div", { class: "player open" }), { memory, traces: [trace] }, name, `${title}, ${which}`).show(0);
      });
    },
  };
})();
