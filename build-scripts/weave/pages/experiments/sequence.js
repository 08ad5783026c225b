// What a launch did in an order of its own, step by step: in words, and in a player where its threads are few.
"use strict";

const sequences = (() => {
  const mostThreads = 32; // side by side in a player
  const mostShown = 60; // steps at either end

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
   * What a place in memory is called: as an element of an array, code between backticks.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   * @param {string} space
   * @param {number} address
   */
  const placeOf = (request, reply, memory, space, address) => {
    if (space === "shared") return `shared word ${address / 4}`;
    const array = request.arrays.find(({ name, bytes }) => {
      const offset = address - reply.addresses[name];
      return offset >= 0 && offset < (bytes?.length ?? 0);
    });
    if (!array) return `address 0x${address.toString(16)}`;
    return `\`${array.name}[${(address - reply.addresses[array.name]) / memory[array.name].BYTES_PER_ELEMENT}]\``;
  };

  /** @typedef {{ row: Record<string, string>, kind: string, place: string, key: string }} Access */

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

  /** @param {Access} access */
  const deed = ({ row, kind, place }) => {
    const [before, after] = [row.before, row.after].map(text => traces.shown(Number(text)));
    if (kind === "ld") return `reads ${after} from ${place}`;
    return kind === "st" ? `writes ${after} to ${place}` : `finds ${before} in ${place} and leaves ${after}`;
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

  /**
   * Each step in words.
   * @param {SimulatorRequest} request
   * @param {SimulatorReply} reply
   * @param {Memory} memory
   */
  const tell = (request, reply, memory) => {
    const [{ replay }] = reply.launches, nameOf = namesOf(request.launches[0]), written = new Map(), read = new Map();
    const made = replay?.steps ?? [];
    return accessesOf(request, reply, memory).map((accesses, i) => {
      const { warp, line, file } = made[i], more = accesses.length - 1;
      const isLast = !made.slice(i + 1).some(step => step.warp === warp);
      const stays = !isLast || replay?.warps[warp] === "waits" ? "waits for others" : "ends";
      const words = accesses.length ? deed(accesses[0]) + (more ? `, together with ${more} more lane${more === 1 ? "" : "s"}` : "") : stays;
      return { warp, who: nameOf(warp), line: accesses.length ? line : 0, file, words: words + lostBy(accesses, warp, written, read, i, nameOf) };
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
    shapeOf,
    namesOf,
    tell,

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
      const { compiled, title } = experiment, told = tell(request, reply, experiment.memory());
      let before = 0;
      const items = told.map(({ warp, who, words, line, file }, i) => {
        const text = file === compiled.file && line && line !== before ? experiment.lineOf(line) : null;
        const item = make("li", { value: i + 1, "data-warp": warp % 6 }, make("strong", {}, who), " ", ...spelled(words));
        if (text) item.append(" ", text);
        before = line || before;
        return item;
      });
      if (items.length > 2 * mostShown) {
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
        const trace = { label: "", unit: "thread", steps: taken, code: steps.excerpts(steps.linesOf(taken), compiled.code) };
        const memory = taken.some(step => step.space === "shared") ? "shared" : "none";
        new Player(add(player, "div", { class: "player open" }), { memory, traces: [trace] }, name, `${title}, ${which}`).show(0);
      });
    },
  };
})();
