// Lets the reader choose the machine whose numbers a page shows, and one to compare it with; both are remembered.
// A page holds what differs between machines once for each: elements with data-on, one after the other, of which all
// but the first are hidden. Without this script the first machine is shown.
"use strict";
{
  /** @typedef {{ name: string, label: string }} Machine */

  const root = document.documentElement;
  /** @type {Machine[]} */
  const machines = JSON.parse(document.querySelector('meta[name="machines"]')?.getAttribute("content") ?? "");
  const reference = machines[0].name;
  // Until the choice is made no other machine's numbers are seen.
  root.classList.add("choosing");

  /**
   * @param {string} key
   * @param {string} otherwise
   */
  const recall = (key, otherwise) => machines.find(({ name }) => name === memory.recall(key))?.name ?? otherwise;

  /** @param {string} wanted */
  const label = wanted => machines.find(({ name }) => name === wanted)?.label;

  /** What differs, as lists of the elements that stand for one another; found once, before any is shown or hidden. */
  const findGroups = () => {
    /** @type {HTMLElement[][]} */
    const groups = [];
    for (const variant of all("[data-on]")) {
      if (!variant.hidden) groups.push([]);
      groups[groups.length - 1].push(variant);
    }
    return groups;
  };

  /**
   * @param {HTMLElement[]} group
   * @param {string} name
   */
  const variantOn = (group, name) => group.find(variant => variant.dataset.on?.split(" ").includes(name));

  /**
   * For each column whether it is the same in two tables; null where they cannot stand side by side in one.
   * @param {HTMLTableElement} one
   * @param {HTMLTableElement} other
   */
  const sameColumns = (one, other) => {
    const rows = [...one.tBodies[0].rows], others = other.tBodies[0].rows;
    if (rows.length !== others.length || one.tHead?.textContent !== other.tHead?.textContent) return null;
    const same = [...rows[0].cells].map((_, column) =>
      rows.every((row, place) => row.cells[column]?.textContent === others[place].cells[column]?.textContent));
    return same[0] ? same : null;
  };

  /** @param {HTMLElement} cell  that of a table */
  const numberIn = cell => Number(cell.dataset.v ?? (cell.textContent || NaN));

  /**
   * @param {HTMLElement} one
   * @param {HTMLElement} other
   */
  const ratio = (one, other) => {
    const cell = make("td", { class: "number ratio" }), found = numberIn(other) / numberIn(one);
    if (Number.isFinite(found)) cell.textContent = found.toPrecision(3);
    return cell;
  };

  /**
   * @param {HTMLTableSectionElement} head
   * @param {boolean[]} same
   */
  const widen = (head, same) => {
    for (const row of head.rows) {
      let column = 0;
      for (const cell of row.cells) {
        const covered = same.slice(column, column + cell.colSpan);
        column += cell.colSpan;
        const width = covered.reduce((sum, plain) => sum + (plain ? 1 : 3), 0);
        if (width !== cell.colSpan) cell.colSpan = width; // what spans columns is set apart by its attribute
      }
    }
    const row = head.insertRow();
    for (const plain of same) {
      if (plain) add(row, "td");
      else for (const text of ["A", "B", "B\u202F\u00F7\u202FA"]) add(row, "th", { class: "number", scope: "col" }, text);
    }
  };

  /**
   * One table of two: each column that differs becomes three.
   * @param {HTMLTableElement} one
   * @param {HTMLTableElement} other
   * @param {boolean[]} same
   */
  const merge = (one, other, same) => {
    const table = /** @type {HTMLTableElement} */ (one.cloneNode(true));
    if (table.tHead) widen(table.tHead, same);
    [...table.tBodies[0].rows].forEach((row, r) => {
      [...row.cells].forEach((cell, c) => {
        if (same[c]) return;
        const second = /** @type {HTMLElement} */ (other.tBodies[0].rows[r].cells[c].cloneNode(true));
        cell.after(second, ratio(cell, second));
      });
    });
    return table;
  };

  /**
   * @param {HTMLElement} one
   * @param {HTMLElement} other
   */
  const compareTables = (one, other) => {
    const [scroll, otherScroll] = [one, other].map(each => first(".scroll", each));
    const table = scroll?.querySelector("table"), otherTable = otherScroll?.querySelector("table");
    const same = table && otherTable && sameColumns(table, otherTable);
    // Data of a figure are folded, of each machine by themselves.
    if (!scroll || !otherScroll || !same || scroll.parentElement !== one) return;
    const merged = /** @type {HTMLElement} */ (scroll.cloneNode(false));
    merged.classList.add("merged");
    merged.append(merge(table, otherTable, same));
    one.before(merged);
    scroll.hidden = otherScroll.hidden = true;
  };

  const undoComparison = () => {
    all(".merged").forEach(merged => merged.remove());
    all("[data-on] > .scroll[hidden]").forEach(scroll => { scroll.hidden = false; });
    all("figure.compared").forEach(figure => figure.classList.remove("compared"));
  };

  /**
   * Shows of what differs the variants of one machine or two, and says whether these differ.
   * @param {HTMLElement[]} group
   * @param {string} chosen
   * @param {string} compared
   */
  const showGroup = (group, chosen, compared) => {
    const one = variantOn(group, chosen), other = compared ? variantOn(group, compared) : undefined;
    const differ = other !== undefined && other !== one;
    for (const variant of group) {
      variant.hidden = variant !== one && variant !== other;
      variant.classList.toggle("variant-a", differ && variant === one);
      variant.classList.toggle("variant-b", differ && variant === other);
    }
    if (!one || !differ) return differ;
    if (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) other.before(one);
    if (one.tagName === "DIV") {
      one.dataset.label = `A: ${label(chosen)}`;
      other.dataset.label = `B: ${label(compared)}`;
      compareTables(one, other);
    }
    return differ;
  };

  /**
   * @param {HTMLElement[][]} groups
   * @param {HTMLElement} strip
   * @param {string} chosen
   * @param {string} compared
   */
  const show = (groups, strip, chosen, compared) => {
    undoComparison();
    for (const group of groups) {
      const figure = group[0].parentElement;
      if (showGroup(group, chosen, compared) && figure?.tagName === "FIGURE") figure.classList.add("compared");
    }
    const words = /** @type {Element} */ (first("[role=status]", strip)), close = first("button", strip);
    strip.hidden = !groups.length || (chosen === reference && !compared);
    if (close) close.title = close.ariaLabel = compared ? "End the comparison" : `Back to ${label(reference)}`;
    words.textContent = compared
      ? `A: ${label(chosen)}, B: ${label(compared)}`
      : `Numbers of ${label(chosen)}; the text speaks of ${label(reference)}.`;
  };

  document.addEventListener("DOMContentLoaded", () => {
    const state = { machine: recall("machine", reference), compare: recall("compare", "") };
    const groups = findGroups(), close = make("button", { type: "button", class: "strip-close" });
    const strip = add(document.body, "p", { class: "machine-strip" }, make("span", { role: "status" }), close);
    // What else sticks to the foot of the window stands above the strip.
    const raise = () => root.style.setProperty("--foot", `${strip.hidden ? 0 : strip.offsetHeight}px`);
    const update = () => {
      const compared = state.compare === state.machine ? "" : state.compare;
      show(groups, strip, state.machine, compared);
      raise();
      // For what is not in the page yet, too.
      Object.assign(root.dataset, { machine: state.machine, compared });
      document.dispatchEvent(new Event("machineschange"));
    };

    /**
     * @param {"machine" | "compare"} key
     * @param {string} text
     * @param {Machine[]} choices
     */
    const chooser = (key, text, choices) => {
      const select = make("select", { id: key }, ...choices.map(({ name, label }) => make("option", { value: name }, label)));
      select.value = state[key];
      select.addEventListener("change", () => choose(key, select.value));
      return make("p", {}, make("label", { for: key }, text), " ", select);
    };

    /**
     * @param {"machine" | "compare"} key
     * @param {string} name
     */
    const choose = (key, name) => {
      state[key] = name;
      memory.remember(key, name);
      update();
    };

    const summary = make("summary", {}, "Machine");
    const choice = make("details", { class: "machine-choice" }, summary, make("div", { class: "machine-panel" },
      chooser("machine", "Numbers of", machines),
      chooser("compare", "beside those of", [{ name: "", label: "no other" }, ...machines])));
    document.addEventListener("click", event => {
      if (!(event.target instanceof Node && choice.contains(event.target))) choice.open = false;
    });
    choice.addEventListener("keydown", event => {
      if (event.key !== "Escape") return;
      choice.open = false;
      summary.focus();
    });

    close.addEventListener("click", () => {
      const key = state.compare && state.compare !== state.machine ? "compare" : "machine", name = key === "compare" ? "" : reference;
      choose(key, name);
      /** @type {HTMLSelectElement} */ (first(`#${key}`, choice)).value = name;
      // The strip, and the focus with it, may be gone.
      if (strip.hidden) summary.focus({ preventScroll: true });
    });

    window.addEventListener("resize", raise);
    update();
    root.classList.remove("choosing");
    // Where nothing was measured there is nothing to choose.
    if (groups.length) first(".tools")?.prepend(choice);
  });
}
