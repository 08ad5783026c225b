// Looking back, and a chain: who waits for whom, and what comes of it where a block that others wait for finds no room.
"use strict";
{
  const totals = [9, 4, 7, 2, 6, 3]; // those of the chapter's tiles, over and over
  const tileSize = 128, launchNumber = 1;

  /** @param {{ tiles: number }} k */
  const sizeOf = k => k.tiles * tileSize;

  /**
   * What a notice says, as it lies in memory; nothing where it was not posted.
   * @param {Numbers} notices
   * @param {number} tile
   */
  const posted = (notices, tile) => (notices[2 * tile + 1] === launchNumber ? notices[2 * tile] : undefined);

  /**
   * The same for words of 64 bits.
   * @param {number} word
   */
  const said = word => (Math.floor(word / 2 ** 32) === launchNumber ? word % 2 ** 32 : undefined);

  /** @param {number | undefined} value */
  const shown = value => (value === undefined ? "–" : String(value));

  /**
   * The tiles that a step looks at, and where its words have them. Lanes before the first tile look at the block's own in vain.
   * @param {Touched} touched
   */
  const lookedAt = ({ places, after }) => {
    const inVain = places.length > 1 && places[0] >= places[places.length - 1] ? places[0] : -1;
    return places.flatMap((place, lane) => (place === inVain ? [] : [{ tile: place / 2, value: said(after[lane]) }]));
  };

  /** @param {{ tile: number }[]} looks */
  const named = looks => {
    const [first, last] = [looks[0].tile, looks[looks.length - 1].tile];
    return first === last ? `tile ${first}` : `tiles ${first} to ${last}`;
  };

  /** @type {Record<string, [string, string]>} one and several */
  const nouns = { aggregates: ["aggregate", "aggregates"], prefixes: ["inclusive prefix", "inclusive prefixes"] };

  experiment("global-scan/look-back", {
    knobs: {
      version: { label: "Version", options: ["looking back", "a chain"], value: "looking back" },
      tickets: { label: "Tiles by ticket", value: true },
      tiles: { label: "Tiles", options: [1, 2, 3, 4, 5, 6, 8, 64], value: 6 },
    },
    memory: k => ({
      x: numbers.fill(Int32Array, sizeOf(k), i => (i % tileSize < totals[Math.floor(i / tileSize) % totals.length] ? 1 : 0)),
      y: numbers.unwritten(Int32Array, sizeOf(k)),
      aggregates: new Uint32Array(2 * k.tiles),
      prefixes: new Uint32Array(2 * k.tiles),
      next: new Uint32Array(1),
    }),
    launch: k => {
      const isChain = k.version === "a chain", notices = isChain ? ["prefixes"] : ["aggregates", "prefixes"];
      return {
        kernel: isChain ? `scan_chained<${k.tickets}, 32, 1, int, Notice<int>, Sum<int>>`
          : `scan_looking_back<(Kind)0, ${k.tickets}, 32, 1, int, Sum<int>>`,
        grid: k.tiles, block: 32, arguments: ["x", u64(sizeOf(k)), "y", ...notices, s32(launchNumber), "next", u8(0)],
      };
    },
    reference: (k, { x }) => {
      let sum = 0;
      return { y: numbers.fill(Int32Array, sizeOf(k), i => (sum += x[i])) };
    },
    counts: ["global_load_requests", "global_load_sectors", "global_store_requests", "global_atomic_requests", "warp_instructions"],
    traced: "none",
    race: { tiles: 5, tickets: false },
    waiting: {
      room: 3,
      deed: touched => {
        const { kind, array, places: [place], before: [before], after: [after] } = touched, tile = Math.floor(place / tileSize);
        if (array === "x") return `reads tile ${tile}`;
        if (array === "y") return `writes the results of tile ${tile}`;
        if (array === "next") return `draws the ticket ${before}`;
        if (kind === "st") return `posts the ${nouns[array][0]} of tile ${place / 2}, ${shown(said(after))}`;
        const looks = lookedAt(touched);
        if (!looks.length) return "finds no tile before its own";
        const found = looks.every(look => look.value === undefined) ? "nothing" : looks.map(look => shown(look.value)).join(", ");
        return `looks for the ${nouns[array][Number(looks.length > 1)]} of ${named(looks)}, and finds ${found}`;
      },
      awaits: (k, done, { aggregates, prefixes }) => {
        const looks = lookedAt(done.filter(({ kind, array }) => kind === "ld" && array in nouns).at(-1) ?? done[0]);
        const missing = looks.filter(({ tile }) => posted(aggregates, tile) === undefined && posted(prefixes, tile) === undefined);
        const noun = nouns[k.version === "a chain" ? "prefixes" : "aggregates"][Number(missing.length > 1)];
        return `waits for the ${noun} of ${missing.map(({ tile }) => `tile ${tile}`).join(" and ")}`;
      },
      board: (k, held) => ({
        head: ["tile", ...Array.from({ length: k.tiles }, (_, tile) => String(tile))],
        rows: Object.keys(nouns).filter(array => k.version !== "a chain" || array === "prefixes").map(array =>
          [nouns[array][0], ...Array.from({ length: k.tiles }, (_, tile) => shown(posted(held[array], tile)))]),
      }),
    },
  });
}
