// A link into what is folded opens it, and so does paper.
"use strict";
{
  /** @param {Element | null} element */
  const openAround = element => {
    for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  };

  const follow = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    // A line of a chunk is found from the chunk.
    const target = document.getElementById(name) ?? document.getElementById(name.replace(/-L\d+(-L\d+)?$/, ""));
    if (!target?.closest("details:not([open])")) return;
    openAround(target);
    target.scrollIntoView();
  };

  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", () => all("details.folded").forEach(openAround));
  // The same link once more changes nothing of the address.
  document.addEventListener("click", event => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (link && link.hash && link.hash === location.hash && link.pathname === location.pathname) follow();
  });
  follow();
}
