// What a page that is served listens to: complaints of the build, and that the page was made anew.
"use strict";
new EventSource("/changes").onmessage = ({ data }) => {
  /** @type {{ complaint?: string, pages?: string[] }} */
  const { complaint, pages } = JSON.parse(data);
  document.getElementById("complaint")?.remove();
  if (complaint) {
    const box = add(document.body, "pre", { id: "complaint", role: "alert" }, complaint);
    box.style.cssText = "position: fixed; inset: auto 0 0 0; max-height: 50vh; overflow: auto; z-index: 9; margin: 0;"
      + "background: #7a1f1f; color: #fff; white-space: pre-wrap";
  } else if (pages?.includes(location.pathname.split("/").pop() || "index.html")) {
    location.reload();
  }
};
