// The aid "coalescing": choose how a warp's lanes are spread over memory, see what that touches.
"use strict";
{
  /** @typedef {Parameters<typeof sectors.addresses>[0]} Choice */

  const { lineBytes, sectorBytes } = sectors;
  const pixels = 4; // a byte
  const left = 62; // of it the addresses stand
  const rowHeight = 26;

  const kinds = {
    size: { label: "Bytes per element", options: [1, 2, 4, 8, 12, 16], value: 4 },
    width: { label: "Bytes per access", options: [1, 2, 4, 8, 16], value: 4 },
    stride: { label: "Stride, in elements", most: 32, value: 1 },
    offset: { label: "Offset, in elements", most: 32, value: 0 },
    part: { label: "Part of the element", most: 15, value: 0 },
  };

  /**
   * What the picture shows, in words.
   * @param {Choice} choice
   */
  const describe = choice => {
    const { width } = choice, addresses = sectors.addresses(choice), wrong = sectors.firstMisaligned(choice);
    if (wrong >= 0) {
      return `Misaligned: lane ${wrong} would access ${width} bytes at address ${addresses[wrong]}, which is no multiple of ${width}. `
        + "The GPU ends such a kernel with an error.";
    }
    const wanted = new Set(addresses).size * width, count = sectors.sectors(choice).length, moved = count * sectorBytes;
    return `The request touches ${counted(count, "sector")} in ${counted(sectors.lines(choice).length, "line")}: ${moved} bytes move, `
      + `of which ${wanted} are asked for, ${Math.round((100 * wanted) / moved)} %.`;
  };

  /**
   * Where accesses lie in the picture: of a misaligned one, only what is in the line where it begins.
   * @param {Element} svg
   * @param {Choice} choice
   * @param {number[]} lines
   */
  const drawAccesses = (svg, choice, lines) => {
    /** @type {Map<number, number[]>} */
    const at = new Map();
    sectors.addresses(choice).forEach((address, lane) => at.set(address, [...(at.get(address) ?? []), lane]));
    for (const [address, lanes] of at) {
      const inLine = address % lineBytes, x = left + inLine * pixels, y = lines.indexOf(Math.floor(address / lineBytes)) * rowHeight;
      const width = Math.min(choice.width, lineBytes - inLine) * pixels;
      draw(svg, "rect", { class: "aid-access", x: x + 0.5, y: y + 6.5, width: width - 1, height: rowHeight - 11 });
      const label = lanes.length === 1 ? String(lanes[0]) : `${lanes[0]}–${lanes[lanes.length - 1]}`;
      if (width >= 7 * label.length) draw(svg, "text", { class: "aid-lane", x: x + width / 2, y: y + 18 }, label);
    }
  };

  /**
   * @param {Element} svg
   * @param {Choice} choice
   * @param {number[]} lines
   */
  const drawLines = (svg, choice, lines) => {
    const touched = new Set(sectors.sectors(choice)), perLine = lineBytes / sectorBytes;
    lines.forEach((line, row) => {
      const address = `0x${(line * lineBytes).toString(16).padStart(3, "0")}`;
      draw(svg, "text", { class: "aid-address", x: left - 8, y: row * rowHeight + 18 }, address);
      for (let k = 0; k < perLine; ++k) {
        draw(svg, "rect", {
          class: touched.has(line * perLine + k) ? "aid-sector touched" : "aid-sector",
          x: left + k * sectorBytes * pixels, y: row * rowHeight + 2, width: sectorBytes * pixels, height: rowHeight - 2,
        });
      }
    });
    drawAccesses(svg, choice, lines);
  };

  const heads = ["Lane", "Address", "Sector", "Line"];
  fillAids("coalescing", kinds, { label: "Lines of memory", heads }, chosen => {
    // An element has only so many parts.
    const most = sectors.parts(chosen) - 1, choice = { ...chosen, part: Math.min(chosen.part, most) }, lines = sectors.lines(choice);
    return {
      words: describe(choice), width: left + lineBytes * pixels + 2, height: lines.length * rowHeight + 4,
      paint: svg => drawLines(svg, choice, lines), most: { part: most }, off: most === 0 ? ["part"] : [],
      rows: sectors.addresses(choice).map((address, lane) =>
        [lane, address, Math.floor(address / sectorBytes), Math.floor(address / lineBytes)]),
    };
  });
}
