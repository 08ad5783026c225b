// The dialog of the search over the whole book. What finds (find.js), and the words, are loaded when somebody asks for them.
"use strict";
{
  const most = 30;
  const key = "sought";
  /** @type {Promise<lunr.Index> | undefined} */
  let index;
  const ready = () => index ??= load("find.js").then(() => finder.ready());

  const input = make("input", {
    type: "search", id: "search-words", autocomplete: "off", spellcheck: "false", placeholder: "Words, \u201ca phrase\u201d, names, Figure 2.5",
  });
  const close = make("button", { type: "button" }, "Close");
  const status = make("p", { class: "search-status", role: "status" });
  const list = make("ol", { class: "search-results" });
  const dialog = make("dialog", { class: "search", "aria-label": "Search the book" },
    make("form", { class: "search-line", method: "dialog" }, make("label", { class: "hidden", for: input.id }, "Search the book"), input, close),
    status, list);

  /** @param {lunr.Index} built */
  const show = built => {
    const { items, status: words } = finder.find(built, input.value, most);
    list.replaceChildren(...items);
    list.scrollTop = 0;
    status.textContent = words;
  };

  input.addEventListener("input", () => {
    ready().then(show, () => { status.textContent = "The words of the book cannot be loaded."; });
  });
  // Arrows go up and down between the field and the results.
  dialog.addEventListener("keydown", event => {
    // The field's own answer is to be emptied first.
    if (event.key === "Escape") {
      event.preventDefault();
      dialog.close();
      return;
    }
    const stops = [input, ...all("a", list)], here = stops.findIndex(each => each === document.activeElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && here >= 0 && stops[here + step]) stops[here + step].focus();
    else if (event.key === "Enter" && here === 0 && stops[1]) stops[1].click();
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("a");
    if (link) memory.remember(key, JSON.stringify([link.href, input.value]));
    if (link && link.pathname === location.pathname) setTimeout(land);
    if (target === dialog || target === close || link) dialog.close();
  });

  // Where a result has led to, what was sought is marked, until the Escape key takes the marks away.
  const land = () => {
    const [href, asked] = JSON.parse(memory.recall(key) ?? "[]");
    if (href !== location.href) return;
    memory.forget(key);
    const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (found?.matches("h2, h3, main")) load("find.js").then(() => finder.mark(found, asked));
  };

  const open = () => {
    if (dialog.open) return;
    document.body.append(dialog);
    dialog.showModal();
    input.select();
    ready();
  };

  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && !dialog.open) CSS.highlights?.delete(key);
    const isChord = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const isSlash = event.key === "/" && isFree(event);
    if (!isChord && !isSlash) return;
    event.preventDefault();
    open();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const button = make("button", { type: "button", class: "open-search", title: "Search the book ( / or Ctrl+K )" });
    button.innerHTML = '<svg aria-hidden="true" viewBox="0 0 16 16"><circle cx="6.5" cy="6.5" r="4.5"/>'
      + '<path d="M10 10l4.5 4.5"/></svg><span class="word"> Search</span>';
    button.addEventListener("click", open);
    first(".tools")?.prepend(button);
    land();
  });
}
