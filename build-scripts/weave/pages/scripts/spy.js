// Marks in the contents the section that one reads, and keeps its entry in view where the contents stand beside the text.
"use strict";
{
  const pane = first("#contents");
  /** @type {Map<HTMLElement, HTMLAnchorElement>} */
  const entries = new Map();
  for (const link of pane?.querySelectorAll("a") ?? []) {
    const heading = link.pathname === location.pathname && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (heading && heading.closest("main")) entries.set(heading, link);
  }
  const headings = [...entries.keys()];
  /** @type {HTMLAnchorElement | undefined} */
  let marked;
  let asked = false;

  /** @param {HTMLAnchorElement} link */
  const bringIntoView = link => {
    if (!pane || pane.matches(":hover, :focus-within") || pane.scrollHeight <= pane.clientHeight) return;
    const own = link.getBoundingClientRect(), around = pane.getBoundingClientRect(), margin = 2 * own.height;
    if (own.top >= around.top + margin && own.bottom <= around.bottom - margin) return;
    pane.scrollTop += own.top - around.top - around.height / 3;
  };

  // The last heading that has passed the upper part of the window; at the page's end the last one that is seen.
  const current = () => {
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2, line = innerHeight * (atEnd ? 1 : 0.3);
    return headings.filter(heading => !heading.closest("details:not([open])") && heading.getBoundingClientRect().top <= line).pop();
  };

  const mark = () => {
    asked = false;
    const heading = current(), link = heading && entries.get(heading);
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    marked = link;
    if (link) bringIntoView(link);
  };

  const ask = () => {
    if (!asked) requestAnimationFrame(mark);
    asked = true;
  };

  if (headings.length) {
    addEventListener("scroll", ask, { passive: true });
    addEventListener("resize", ask);
    // On a phone the contents are a sheet of their own.
    addEventListener("hashchange", () => { if (location.hash === "#contents") marked?.scrollIntoView({ block: "center" }); });
    ask();
  }
}
