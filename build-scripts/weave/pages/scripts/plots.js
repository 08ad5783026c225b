// A button beside the data of each figure whose series can be looked at one by one; what does that is loaded when it is asked for.
"use strict";
{
  const machines = Object.fromEntries(/** @type {{ name: string, label: string }[]} */ (
    JSON.parse(document.querySelector('meta[name="machines"]')?.getAttribute("content") ?? "[]")).map(({ name, label }) => [name, label]));
  const ready = () => load("plot-data.js").then(() => load("plot.js"));

  /** @param {HTMLTableElement} table  whether times stand there against something that varies, as what reads it will find */
  const hasTimes = table => {
    const heads = [...table.rows[0]?.cells ?? []].map(({ textContent }) => textContent ?? ""), rows = [...table.tBodies[0]?.rows ?? []];
    return heads.includes("ms") && heads.some((head, c) => !/^(ms|lower_quartile|upper_quartile|integral|error)$/.test(head)
      && rows.every(row => row.cells[c]?.classList.contains("number")) && new Set(rows.map(row => row.cells[c]?.textContent)).size > 2);
  };

  all("figure.figure").forEach((figure, place) => {
    const data = first(".figure-data", figure), picture = first(".picture", figure);
    if (!data || !picture || ![...data.querySelectorAll("table")].some(hasTimes)) return;
    const button = make("button", { type: "button", class: "plot-open", "aria-expanded": "false" }, "Explore"), number = first(".caption-number", figure)?.textContent ?? "";
    const name = number.replace(/\.\s*$/, "").trim();
    button.setAttribute("aria-label", `Explore ${name}`);
    /** @type {InstanceType<typeof Plot> | undefined} */
    let plot;

    /** @param {boolean} opens */
    const show = opens => {
      figure.classList.toggle("plotting", opens);
      button.setAttribute("aria-expanded", String(opens));
      button.textContent = opens ? "Back to the figure" : "Explore";
      button.setAttribute("aria-label", opens ? `Back to the figure, ${name}` : `Explore ${name}`);
    };

    const open = () => ready().then(() => {
      if (!plotData.sources(figure)[0]?.tables.length) {
        button.textContent = "Nothing to explore on this machine";
        return;
      }
      plot ??= new Plot(figure, name, `plot-${place}`, machines);
      if (!plot.body.isConnected) figure.prepend(plot.body);
      show(true);
      plot.draw();
    }, () => { button.textContent = "The plot cannot be loaded."; });

    button.addEventListener("click", () => {
      if (figure.classList.contains("plotting")) show(false);
      else open();
    });
    // A result of the reader's own.
    figure.addEventListener("dragover", event => event.preventDefault());
    figure.addEventListener("drop", event => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0]; // which is gone once the event is over
      if (file) open().then(() => plot?.take(file));
    });
    document.addEventListener("machineschange", () => { if (plot?.body.isConnected) plot.open(); });
    (data.closest("[data-on]") ?? data).before(button);
  });
}
