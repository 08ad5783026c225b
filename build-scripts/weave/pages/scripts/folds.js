// A link into what is folded opens it.
"use strict";
{
  const follow = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    // A line of a chunk is found from the chunk.
    const target = document.getElementById(name) ?? document.getElementById(name.replace(/-L\d+(-L\d+)?$/, ""));
    const inner = (target?.matches(".chunk") && first(":scope > .folded", target)) || target;
    if (!inner?.closest("details:not([open])")) return;
    for (let fold = inner.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    target?.scrollIntoView();
  };

  window.addEventListener("hashchange", follow);
  // The same link once more changes nothing of the address.
  document.addEventListener("click", event => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (link && link.hash && link.hash === location.hash && link.pathname === location.pathname) follow();
  });
  follow();
}
