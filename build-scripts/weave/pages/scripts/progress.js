// Remembers in this browser, and nowhere else, which sections were read, which questions answered and which exercises
// done, and shows it in the contents. A section is read when its end has stood on the screen for a second; a question is
// answered when its right answer was chosen; of an exercise the reader says so.
"use strict";
{
  /** @typedef {"read" | "answered" | "done"} Kind */
  /** @typedef {Partial<Record<Kind, string[]>> & { of?: Record<Kind, number> }} Done  of a page; `of` counts what it has */

  const key = "progress";
  const kinds = /** @type {const} */ (["read", "answered", "done"]);
  const nouns = { read: "section", answered: "question", done: "exercise" };

  /** @param {string} path */
  const nameOf = path => path.split("/").pop()?.replace(/\.html$/, "") ?? "";
  const here = nameOf(location.pathname) || "index";

  /** @returns {Record<string, Done>} */
  const recall = () => {
    try {
      const found = JSON.parse(memory.recall(key) ?? "{}");
      return found && typeof found === "object" ? found : {};
    } catch {
      return {};
    }
  };
  let pages = recall();

  /**
   * @param {string} page
   * @param {Kind} kind
   * @param {string} id
   */
  const has = (page, kind, id) => Boolean(pages[page]?.[kind]?.includes(id));

  const found = { read: all("main > h2[id]:not(.unnumbered)"), answered: all("main .quiz[id]"), done: all("main .exercise[id]") };

  /**
   * @param {Kind} kind
   * @param {string} id
   * @param {boolean} yes
   */
  const note = (kind, id, yes) => {
    // Another window may have noted something since.
    const now = recall(), page = now[here] ?? pages[here] ?? {}, others = (page[kind] ?? []).filter(each => each !== id);
    page[kind] = yes ? [...others, id] : others;
    page.of = { read: found.read.length, answered: found.answered.length, done: found.done.length };
    pages = { ...now, [here]: page };
    memory.remember(key, JSON.stringify(pages));
    show();
  };

  /**
   * "3 of 5 sections read", and so on, of what a page has and the reader did.
   * @param {Done} page
   */
  const words = page => kinds.filter(kind => page[kind]?.length && page.of?.[kind]).map(kind => {
    const of = page.of?.[kind];
    return `${page[kind]?.length} of ${of} ${nouns[kind]}${of === 1 ? "" : "s"} ${kind}`;
  }).join(", ");

  /** @param {HTMLAnchorElement} link */
  const showLink = link => {
    const name = nameOf(link.pathname), id = decodeURIComponent(link.hash.slice(1)), page = pages[name];
    if (id) {
      const read = has(name, "read", id);
      if (read === link.classList.contains("read")) return;
      link.classList.toggle("read", read);
      if (read) add(link, "span", { class: "hidden" }, " (read)");
      else first(".hidden", link)?.remove();
    } else if (link.closest(".chapters") && page && words(page)) {
      if (!link.closest("#contents")) link.after(make("span", { class: "progress" }, words(page)));
      else if (page.of?.read && page.read?.length) {
        add(link, "span", { class: "progress", title: words(page) }, `${page.read.length}/${page.of.read}`,
          make("span", { class: "hidden" }, " sections read"));
      }
    }
  };

  const forget = make("button", { type: "button", class: "forget" }, "Forget what I have read and done");
  forget.addEventListener("click", () => {
    if (!confirm("Forget which sections you have read, which questions answered and which exercises done?")) return;
    pages = {};
    memory.forget(key);
    show();
    document.querySelectorAll("input").forEach(box => { if (box.closest(".done")) box.checked = false; });
  });

  const show = () => {
    all(".progress, .answered").forEach(each => each.remove());
    for (const link of document.querySelectorAll("a")) if (link.closest("#contents, .book-contents")) showLink(link);
    // Who is at the button stays there.
    if (!Object.keys(pages).length) forget.remove();
    else if (!forget.isConnected) (first("main .book-contents:last-of-type") ?? first("#contents"))?.append(forget);
    for (const quiz of found.answered) {
      if (has(here, "answered", quiz.id)) {
        first(".box-title", quiz)?.append(make("span", { class: "answered" }, "\u2713 answered"));
      }
    }
  };

  /** @param {HTMLElement} exercise */
  const addBox = exercise => {
    const box = make("input", { type: "checkbox" }), name = `: ${exercise.getAttribute("aria-label")}`;
    box.checked = has(here, "done", exercise.id);
    box.addEventListener("change", () => note("done", exercise.id, box.checked));
    exercise.prepend(make("label", { class: "done" }, box, "Done", make("span", { class: "hidden" }, name)));
  };

  /**
   * The last thing before the next section's heading.
   * @param {Element} heading
   */
  const endOf = heading => {
    let end = heading;
    while (end.nextElementSibling && !end.nextElementSibling.matches("h2, .turns, #refs")) end = end.nextElementSibling;
    return end;
  };

  const watchSections = () => {
    /** @type {Record<string, number>} */
    const timers = {};
    const watcher = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        const id = target.getAttribute("data-ends") ?? "";
        clearTimeout(timers[id]);
        if (isIntersecting && !has(here, "read", id)) timers[id] = setTimeout(note, 1000, "read", id, true);
      }
    }, { rootMargin: "-72px 0px 0px" }); // not behind the bar, nor right above a section that a link led to
    for (const heading of found.read) {
      const mark = make("div", { class: "section-end", "data-ends": heading.id });
      endOf(heading).after(mark);
      watcher.observe(mark);
    }
  };

  if (first(".chapter-number")) {
    found.done.forEach(addBox);
    for (const quiz of found.answered) {
      const choice = quiz.querySelector("details.right");
      choice?.addEventListener("toggle", () => {
        if (choice.hasAttribute("open") && !has(here, "answered", quiz.id)) note("answered", quiz.id, true);
      });
    }
    watchSections();
  }
  window.addEventListener("storage", event => {
    if (event.key !== memory.nameOf(key)) return;
    pages = recall();
    show();
  });
  show();
}
