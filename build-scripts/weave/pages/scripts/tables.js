// What was measured can be saved as CSV, as it is shown; and the heads of long tables stay in view: of those that fit, below the bar, for a place that scrolls by itself would keep them.
"use strict";
{
  const long = 12;
  // What does not scroll has no edges in shadow.
  const watcher = new ResizeObserver(entries => {
    for (const { target } of entries) {
      const isWhole = target.scrollWidth <= target.clientWidth + 1;
      target.classList.toggle("whole", isWhole);
      if (target.matches(".table .scroll, .plain") && all("tr", target).length > long) target.classList.toggle("fits", isWhole);
    }
  });
  for (const each of all("main :is(.scroll, .picture)")) watcher.observe(each);

  /** @param {HTMLTableCellElement} cell  numbers without the spaces between their digits */
  const field = cell => {
    const text = cell.dataset.v ?? (cell.textContent ?? "").trim(), plain = text.replace(/[\s\u2212]/g, each => (each === "\u2212" ? "-" : ""));
    const value = /^-?[\d.]+(e[-+]?\d+)?$/.test(plain) ? plain : text;
    return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  };

  /** @param {HTMLTableElement} table */
  const csv = table => [...table.rows].map(row => `${[...row.cells].map(field).join(",")}\n`).join("");

  // The event does not rise.
  document.addEventListener("toggle", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(".figure-data") || first(".save", target)) return;
    for (const table of target.querySelectorAll("table")) {
      const scroll = /** @type {HTMLElement | null} */ (table.closest(".scroll")), note = scroll?.previousElementSibling, rows = scroll?.dataset.first, name = `${first("code", note ?? target)?.textContent}.csv`;
      const button = make("button", { type: "button", class: "save", "aria-label": `Save ${name}${rows ? `, the first ${rows} rows` : ""}` }, rows ? `CSV of ${rows} rows` : "CSV");
      button.addEventListener("click", () => {
        const href = URL.createObjectURL(new Blob([csv(table)], { type: "text/csv" }));
        make("a", { href, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(href), 1000);
      });
      note?.append(" ", button);
    }
  }, true);
}
