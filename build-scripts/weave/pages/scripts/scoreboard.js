// Shows of the scoreboard's claims those that the reader asks for; tables without any, and their headings, go as well.
"use strict";
{
  /** @type {{ label: string, shows: (verdicts: string[]) => boolean }[]} */
  const filters = [
    { label: "all", shows: () => true },
    { label: "refuted", shows: verdicts => verdicts.includes("refuted") },
    { label: "undecided", shows: verdicts => verdicts.includes("undecided") },
    { label: "machines disagree", shows: verdicts => verdicts.length > 1 },
  ];
  const rows = all("tr[data-verdicts]").map(row => ({ row, verdicts: (row.dataset.verdicts ?? "").split(" ").filter(Boolean) }));

  /** @param {Element} heading  what stands below it, up to the next */
  const below = heading => {
    const found = [];
    for (let next = heading.nextElementSibling; next && !next.matches("h2, .turns"); next = next.nextElementSibling) {
      if (next instanceof HTMLElement) found.push(next);
    }
    return found;
  };

  /** @param {typeof filters[number]} filter */
  const apply = filter => {
    for (const { row, verdicts } of rows) row.hidden = !filter.shows(verdicts);
    for (const heading of all("main > h2")) {
      const parts = below(heading), own = parts.flatMap(part => all("tr[data-verdicts]", part));
      const isEmpty = own.length > 0 && own.every(row => row.hidden);
      [heading, ...parts].forEach(part => { part.hidden = isEmpty; });
    }
  };

  // A source's claim stands in its chapter once more.
  /** @param {typeof filters[number]} filter */
  const count = filter => new Set(rows.filter(each => filter.shows(each.verdicts))
    .map(({ row }) => first("a[href*='.html#']", row)?.getAttribute("href"))).size;

  const choice = make("fieldset", { class: "filters" }, make("legend", {}, "Claims to show"));
  filters.forEach((filter, place) => {
    const radio = make("input", { type: "radio", name: "claims" });
    radio.checked = place === 0;
    radio.addEventListener("change", () => apply(filter));
    add(choice, "label", {}, radio, ` ${filter.label} (${count(filter)})`);
  });
  first("main > .scroll")?.after(choice);
}
