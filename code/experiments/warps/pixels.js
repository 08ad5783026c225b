// Takes pixels apart into planes, byte by byte or in wider pieces: what loads touch, and what they use of it.
"use strict";
{
  /** @type {Record<string, [string, number]>} its name in results, and bytes that a load moves */
  const ways = {
    "split_byte_by_byte": ["bytes", 1],
    "split_pixels<FirstIsLowest>": ["word", 4],
    "split_pixels<FirstIsHighest>": ["", 4],
    "split_four_pixels": ["four", 16],
  };

  experiment("warps/pixels", {
    knobs: {
      way: { label: "Kernel", options: Object.keys(ways), value: "split_byte_by_byte" },
      picture: { label: "The picture", options: ["random", "grey"], value: "random" },
      start: { label: "Bytes before the first pixel", from: 0, to: 32, value: 0 },
      n: { label: "Pixels, n", from: 4, to: 1024, value: 1024 },
    },
    // Of a grey pixel, all four bytes are equal.
    memory: k => {
      const bytes = numbers.of(Uint8Array, k.start + 4 * k.n, "random");
      return {
        pixels: k.picture === "grey" ? bytes.map((_, i) => bytes[k.start + 4 * Math.floor((i - k.start) / 4)]) : bytes,
        planes: numbers.unwritten(Uint8Array, 4 * k.n),
      };
    },
    launch: k => {
      const isFour = k.way === "split_four_pixels", n = isFour ? Math.floor(k.n / 4) : k.n, isWord = k.way.includes("<");
      return {
        kernel: k.way, grid: Math.ceil(n / 256), block: 256,
        arguments: [{ array: "pixels", offset: k.start }, "planes", s32(n), ...(isWord ? [u8(0)] : [])],
      };
    },
    reference: (k, { pixels }) => ({ planes: numbers.fill(Uint8Array, 4 * k.n, i => pixels[k.start + i % k.n * 4 + Math.floor(i / k.n)]) }),
    counts: [
      "global_load_requests", "global_load_sectors", "sectors per load request", "global_store_requests", "global_store_sectors",
      "sectors per store request", "warp_instructions",
    ],
    traced: "global",
    records: {
      "warps-pixel-times": "variant ms",
      "warps-counters": "kernel=split_.* grid block global_load_requests global_load_sectors global_store_requests global_store_sectors",
    },
    recorded: k => !ways[k.way][0] || k.start > 0 ? [] : [
      k.n === 1024 && { result: "warps-counters", where: { kernel: k.way.replace(/<.*/, "") } },
      { result: "warps-pixel-times", where: { variant: ways[k.way][0] }, of: "67 million pixels" },
    ],
    // Four pixels at once must be all of them.
    mistake: k => {
      const isMisaligned = k.start % ways[k.way][1] > 0;
      const isWrong = k.way === "split_four_pixels" ? k.n % 4 > 0 : k.way === "split_pixels<FirstIsHighest>" && k.picture === "random";
      return (isMisaligned || isWrong) && { faults: isMisaligned ? ["misaligned access"] : [], wrong: true };
    },
  });
}
