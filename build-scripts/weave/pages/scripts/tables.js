// The heads of long tables stay in view: of those that fit, below the bar, for a place that scrolls by itself would keep them.
"use strict";
{
  const long = 12;
  const watcher = new ResizeObserver(entries => {
    for (const { target } of entries) target.classList.toggle("fits", target.scrollWidth <= target.clientWidth + 1);
  });
  for (const scroll of all("main :is(.table .scroll, .scroll.plain)")) {
    if (all("tr", scroll).length > long) watcher.observe(scroll);
  }
}
