// The aid "coalescing": choose how a warp's lanes are spread over memory, see what that touches.
"use strict";
{
  /** @typedef {Parameters<typeof sectors.addresses>[0]} Choice */
  /** @typedef {{ name: keyof Choice, label: string, options?: number[], most?: number, value: number }} Kind */

  const { lineBytes, sectorBytes } = sectors;
  const pixels = 4; // a byte
  const left = 62; // of it the addresses stand
  const rowHeight = 26;

  /** @type {Kind[]} */
  const kinds = [
    { name: "size", label: "Bytes an element", options: [1, 2, 4, 8, 12, 16], value: 4 },
    { name: "width", label: "Bytes an access", options: [1, 2, 4, 8, 16], value: 4 },
    { name: "stride", label: "Stride, in elements", most: 32, value: 1 },
    { name: "offset", label: "Offset, in elements", most: 32, value: 0 },
    { name: "part", label: "Part of the element", most: 15, value: 0 },
  ];

  /**
   * A control of a kind: its input, and where its value is shown.
   * @param {Element} form
   * @param {Kind} kind
   * @param {string} id
   */
  const addControl = (form, { label, options, most = 0, value }, id) => {
    const cell = add(form, "p", { class: "aid-control" }, make("label", { for: id }, label));
    if (options) {
      const input = add(cell, "select", { id }, ...options.map(option => make("option", { value: option }, option)));
      input.value = String(value);
      return { input };
    }
    const input = add(cell, "input", { id, type: "range", min: 0, max: most, step: 1, value });
    return { input, shown: add(cell, "output", { for: id }) };
  };

  /**
   * @param {number} count
   * @param {string} noun
   */
  const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

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
    return `The request touches ${plural(count, "sector")} in ${plural(sectors.lines(choice).length, "line")}: ${moved} bytes move, `
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
   * @param {Element} region
   * @param {Choice} choice
   */
  const drawLines = (region, choice) => {
    const lines = sectors.lines(choice), touched = new Set(sectors.sectors(choice)), perLine = lineBytes / sectorBytes;
    region.replaceChildren();
    const svg = draw(region, "svg", {
      viewBox: `0 0 ${left + lineBytes * pixels + 2} ${lines.length * rowHeight + 4}`, role: "img", "aria-label": describe(choice),
    });
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

  for (const aid of all('[data-aid="coalescing"]')) {
    first(".aid-fallback", aid)?.remove();
    const form = add(aid, "form", { class: "aid-controls" });
    const words = add(aid, "p", { class: "aid-words", "aria-live": "polite" });
    const region = add(aid, "div", {
      class: "picture", tabindex: 0, role: "region", "aria-label": "Lines of memory, scrollable",
    });
    const [size, width, stride, offset, part] = kinds.map(kind => addControl(form, kind, `${aid.id || "coalescing"}-${kind.name}`));
    /** @param {{ input: HTMLInputElement | HTMLSelectElement }} control */
    const valueOf = ({ input }) => Number(input.value);
    const update = () => {
      const choice = {
        size: valueOf(size), width: valueOf(width), stride: valueOf(stride), offset: valueOf(offset), part: valueOf(part),
      };
      // An element has only so many parts.
      const most = sectors.parts(choice) - 1;
      choice.part = Math.min(choice.part, most);
      fill(part.input, { max: most });
      part.input.disabled = most === 0;
      part.input.value = String(choice.part);
      for (const { input, shown } of [stride, offset, part]) if (shown) shown.textContent = input.value;
      words.textContent = describe(choice);
      drawLines(region, choice);
    };
    form.addEventListener("submit", event => event.preventDefault());
    form.addEventListener("input", update);
    update();
  }
}
