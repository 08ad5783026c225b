// Shows what a reference on this page leads to, what a name in code stands for and what a claim rests on, while the pointer is
// over it or the keyboard on it, or when a finger taps it: a second tap follows it. Escape hides it. On a wide window it stands
// in the margin, beside what one reads. For those who do not see it, the link itself leads there.
"use strict";
{
  const delay = 250, room = 320; // px that make a margin
  const references = 'main a:is(.crossref, .reference, .verdict, [href^="#ref-"], [href^="#fn"])[href^="#"], main a.name, main a:is(.crossref, .reference)[href*=".html"]';
  const unwanted = ".back, .copy, .checks > summary, .show-links, .line-link, .player, .unfold, .anchor, .provenance, .machine-panel";
  /** @type {HTMLElement | undefined} */
  let box;
  /** @type {HTMLAnchorElement | undefined} */
  let shownFor;
  /** @type {HTMLAnchorElement | undefined} */
  let wanted;
  /** @type {Element | undefined} what is in view, and need not be shown once more */
  let pointed;
  /** @type {number | undefined} */
  let timer;

  const hide = () => {
    clearTimeout(timer);
    box?.remove();
    pointed?.classList.remove("pointed");
    pointed = undefined;
    box = shownFor = wanted = undefined;
  };

  /** @param {() => void} action */
  const soon = action => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };

  /** @param {Element} element */
  const isHeading = element => /^H[2-6]$/.test(element.tagName);

  /**
   * A section's heading and its beginning.
   * @param {Element} heading
   */
  const sectionOf = heading => {
    const next = heading.nextElementSibling, begins = next && !isHeading(next) ? [heading, next] : [heading];
    return make("div", {}, ...begins.map(each => each.cloneNode(true)));
  };

  /** @param {HTMLAnchorElement} link */
  const targetOf = link => {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)).replace(/-L\d+$/, ""));
    if (!target || target.contains(link)) return null;
    if (target.matches("li")) return make("div", { class: "claims" }, ...target.cloneNode(true).childNodes);
    return isHeading(target) ? sectionOf(target) : target;
  };

  /** @param {Element} element  whether all of it is */
  const isInView = element => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= (first(".bar")?.offsetHeight ?? 0) && bottom <= innerHeight;
  };

  /**
   * How a section of another chapter begins, or what a figure there is; a page that comes from a file can read no other one.
   * @param {HTMLAnchorElement} link
   */
  const elsewhere = async link => {
    const address = link.getAttribute("href");
    if (link.hash.startsWith("#chunk-")) {
      await load("search/definitions.js");
      const piece = window.bookDefinitions.find(([, , href]) => href.startsWith(`${address}-L`));
      return piece ? defining(link.textContent ?? "", piece) : null;
    }
    const isThing = /#(fig|tbl|ex|quiz)-/.test(link.hash);
    await load(`search/${isThing ? "things" : "openings"}.js`);
    const [, , , chapter, caption] = (isThing && window.bookThings.find(each => each[0] === address)) || [];
    if (caption !== undefined) return make("div", {}, make("p", {}, make("strong", {}, `${link.textContent}. `), caption), make("p", { class: "preview-hint" }, chapter ?? ""));
    const [, heading, where, opening] = (!isThing && window.bookOpenings.find(each => each[0] === address)) || [];
    if (heading === undefined) return null;
    return make("div", {}, make("p", {}, make("strong", {}, heading)), make("p", {}, opening ?? ""), make("p", { class: "preview-hint" }, heading === where ? "" : where ?? ""));
  };

  /**
   * @param {string} title
   * @param {Definition} definition
   */
  const defining = (title, [name, kind, , where, code]) => make("div", {},
    make("p", { class: "chunk-head" }, make("span", { class: "chunk-name" }, title), ` ${title === name ? "" : `${name}, `}${kind}, defined in ${where}`),
    make("pre", { class: "code" }, make("code", {}, code)));

  /**
   * The code that defines a name; none where the name stands in that code.
   * @param {HTMLAnchorElement} link
   */
  const definitionOf = async link => {
    const name = link.textContent, href = link.href, chunk = link.closest(".chunk")?.id;
    await load("search/definitions.js");
    const all = window.bookDefinitions.filter(each => each[0] === name).map(each => ({ each, address: new URL(each[2], document.baseURI).href }));
    const found = all.find(({ address }) => address === href) ?? all.find(({ address }) => address.startsWith(location.href.split("#")[0]));
    const { each, address } = found ?? all[0];
    if (chunk && each[4].includes(link.closest("code > *")?.textContent?.trim() || "\n\n") && address.includes(`#${chunk}-L`)) return null;
    return defining(name ?? "", each);
  };

  /**
   * Nothing in a preview is reached by keyboard or by links.
   * @param {Element} target
   */
  const copyOf = target => {
    const copy = /** @type {Element} */ (target.cloneNode(true));
    all(unwanted, copy).forEach(each => each.remove());
    all("details.folded", copy).forEach(each => each.setAttribute("open", ""));
    for (const each of [copy, ...all("*", copy)]) {
      for (const name of ["tabindex", "href", "role"]) each.removeAttribute(name);
      if (!each.closest("svg")) each.removeAttribute("id");
    }
    return copy;
  };

  /**
   * @param {HTMLAnchorElement} link
   * @param {boolean} [byTouch]
   * @returns {Promise<boolean>}  whether there is anything to show
   */
  const show = async (link, byTouch = false) => {
    wanted = link;
    const isHere = link.pathname === location.pathname;
    const target = link.matches(".name") ? await definitionOf(link).catch(() => targetOf(link)) : isHere ? targetOf(link) : await elsewhere(link).catch(() => null);
    if (wanted !== link) return true;
    hide();
    if (!target) return false;
    shownFor = link;
    const shown = [target, margin.of(link)].find(each => each?.isConnected && isInView(each));
    if (shown) {
      pointed = shown;
      shown.classList.add("pointed");
      return !byTouch;
    }
    // Which would lie over it, and says less.
    link.removeAttribute("title");
    box = add(document.body, "div", { class: "preview", "aria-hidden": "true" }, copyOf(target));
    box.addEventListener("pointerleave", () => soon(hide));
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    const right = (link.closest("main > *") ?? link).getBoundingClientRect().right + 24;
    const isBeside = document.documentElement.clientWidth - right > room && !box.querySelector("figure, pre, table");
    box.classList.toggle("beside", isBeside);
    if (isBeside) box.style.maxWidth = `${Math.min(400, document.documentElement.clientWidth - right - 12)}px`;
    if (byTouch) add(box, "p", { class: "preview-hint" }, "Tap once more to go there.");
    const around = link.getBoundingClientRect(), own = box.getBoundingClientRect(), gap = 6, below = isBeside ? around.top - 12 : around.bottom + gap;
    const top = isBeside || below + own.height <= innerHeight || around.top < own.height + gap ? below : around.top - own.height - gap;
    box.style.top = `${Math.max(gap, Math.min(top, innerHeight - own.height - gap))}px`;
    box.style.left = `${Math.max(gap, Math.min(isBeside ? right : around.left, document.documentElement.clientWidth - own.width - gap))}px`;
    return true;
  };

  /** @param {Event} event */
  const linkOf = ({ target }) => (target instanceof Element ? target.closest("a") : null);

  /** @param {Event} event */
  const come = event => {
    const link = linkOf(event), isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    if (!link || link === shownFor || link === wanted || isTouch || !link.matches(references)) return;
    if (event.type === "pointerover" || link.matches(":focus-visible")) soon(() => show(link));
  };
  document.addEventListener("pointerover", come);
  document.addEventListener("focusin", come);
  document.addEventListener("pointerout", event => { if (linkOf(event) && event.pointerType !== "touch") soon(hide); });
  document.addEventListener("focusout", hide);
  let byTouch = false;
  document.addEventListener("pointerdown", event => { byTouch = event.pointerType === "touch"; });
  document.addEventListener("click", event => {
    const link = linkOf(event), isWanted = byTouch && link && link !== shownFor && link.matches(references);
    if (!isWanted) return hide();
    event.preventDefault();
    show(link, true).then(isShown => { if (!isShown) location.href = link.href; });
  });
  document.addEventListener("scroll", ({ target }) => { if (box && target === document) hide(); }, { passive: true });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hide(); });
}
