// Keys of the page, from the text itself: to the chapters and sections before and after, how much is shown, and a dialog that
// lists them all.
"use strict";
{
  const root = document.documentElement;

  /** @param {string} rel */
  const turn = rel => {
    const link = first(`a[rel=${rel}]`);
    // Where the page scrolls sideways the arrows do that.
    if (!link || root.scrollWidth > root.clientWidth) return false;
    link.click();
    return true;
  };

  /** @param {1 | -1} direction */
  const step = direction => {
    const line = (first(".bar")?.offsetHeight ?? 0) + 40;
    const headings = all("main :is(h1, h2, h3)").filter(each => each.getClientRects().length);
    const places = headings.map(each => each.getBoundingClientRect().top);
    const next = direction > 0 ? places.findIndex((top, place) => place > 0 && top > line) : places.filter(top => top < line - 30).length - 1;
    if (next < 0) return false;
    if (next) headings[next].scrollIntoView();
    else scrollTo(0, 0);
    return true;
  };

  /** @type {HTMLDialogElement | undefined} */
  let help;
  const list = () => {
    const rows = keys.filter(([, , , applies]) => applies()).map(([, shown, words]) => {
      const each = shown.split(" ").flatMap((key, place) => [place ? " or " : "", make("kbd", {}, key)]);
      return make("div", {}, make("dt", {}, ...each), make("dd", {}, words));
    });
    const close = make("button", { type: "button" }, "Close"), title = make("h2", { id: "keys-title" }, "Keys");
    help?.remove();
    help = add(document.body, "dialog", { class: "keys", "aria-labelledby": title.id }, title, make("dl", {}, ...rows), close);
    const dialog = help;
    dialog.addEventListener("click", ({ target }) => { if (target === dialog || target === close) dialog.close(); });
    dialog.showModal();
    return true;
  };

  const always = () => true, hasDepth = () => Boolean(first(".depth"));
  /** @type {[string[], string, string, () => boolean, (() => boolean)?][]} the keys, as they are shown, what for, whether here, and what they do */
  const keys = [
    [["ArrowRight"], "\u2192", "next chapter", () => Boolean(first("a[rel=next]")), () => turn("next")],
    [["ArrowLeft"], "\u2190", "previous chapter", () => Boolean(first("a[rel=prev]")), () => turn("prev")],
    [["n"], "n", "next section", always, () => step(1)],
    [["p"], "p", "previous section, or the top of this one", always, () => step(-1)],
    [[], "/ Ctrl+K", "search", () => Boolean(first(".open-search"))],
    [["e"], "e", "everything, or only what is to be read", hasDepth, () => (depth.choose(), true)],
    [["?"], "?", "this list", always, list],
    [[], "Esc", "closes a dialog or a preview, takes away marks of a search", always],
  ];

  document.addEventListener("keydown", event => {
    const found = keys.find(([names, , , applies]) => names.includes(event.key) && applies());
    if (!found?.[4] || (event.shiftKey && event.key !== "?") || !isFree(event) || first("dialog[open]")) return;
    if (found[4]()) event.preventDefault();
  });

  const button = make("button", { type: "button", class: "open-keys", title: "Keys ( ? )", "aria-label": "Keys" }, "?");
  button.addEventListener("click", list);
  first(".tools")?.append(button);
}
