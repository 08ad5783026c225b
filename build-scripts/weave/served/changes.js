// What a page that is served listens to: complaints of the build, and that the page was made anew. While nobody looks at
// it, it does not: a browser has few connections to a server, for all its pages.
"use strict";
{
  /** @type {EventSource | undefined} */
  let changes;

  const listen = () => {
    changes?.close();
    changes = undefined;
    if (document.hidden) return;
    changes = new EventSource("/changes");
    changes.onmessage = ({ data }) => {
      /** @type {{ complaint?: string, pages?: string[], times?: Record<string, string> }} */
      const { complaint, pages, times } = JSON.parse(data);
      const time = times?.[servedPage.name];
      if (pages?.includes(servedPage.name) || (time && time !== servedPage.time)) {
        location.reload();
        return;
      }
      if (times) return;
      document.getElementById("complaint")?.remove();
      if (!complaint) return;
      const box = add(document.body, "pre", { id: "complaint", role: "alert" }, complaint);
      box.style.cssText = "position: fixed; inset: auto 0 0 0; max-height: 50vh; overflow: auto; z-index: 9; margin: 0;"
        + "background: #7a1f1f; color: #fff; white-space: pre-wrap";
    };
  };

  document.addEventListener("visibilitychange", listen);
  listen();
}
