// Shows what a reference on this page leads to, what a name in code stands for and what a claim rests on, while the pointer is over it or the keyboard on it. Escape hides it. For
// those who do not see it, the link itself leads there.
"use strict";
{
  const delay = 250;
  const references = 'main a:is(.crossref, .reference, .verdict, [href^="#ref-"], [href^="#fn"])[href^="#"], main a.name';
  const unwanted = ".back, .copy, .show-links, .line-link, .player, .unfold, .anchor, .provenance, .machine-panel";
  /** @type {HTMLElement | undefined} */
  let box;
  /** @type {HTMLAnchorElement | undefined} */
  let shownFor;
  /** @type {HTMLAnchorElement | undefined} */
  let wanted;
  /** @type {number | undefined} */
  let timer;

  const hide = () => {
    clearTimeout(timer);
    box?.remove();
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

  /**
   * The code that defines a name; none where the name stands in that code.
   * @param {HTMLAnchorElement} link
   */
  const definitionOf = async link => {
    const name = link.textContent, href = link.href, chunk = link.closest(".chunk")?.id;
    await load("search/definitions.js");
    const all = window.bookDefinitions.filter(each => each[0] === name).map(each => ({ each, address: new URL(each[2], document.baseURI).href }));
    const found = all.find(({ address }) => address === href) ?? all.find(({ address }) => address.startsWith(location.href.split("#")[0]));
    const { each: [, kind, , number, code], address } = found ?? all[0];
    if (chunk && code.includes(link.closest("code > *")?.textContent?.trim() || "\n\n") && address.includes(`#${chunk}-L`)) return null;
    return make("div", {}, make("p", { class: "chunk-head" }, make("span", { class: "chunk-name" }, name ?? ""), ` ${kind}, defined in ${number}`),
      make("pre", { class: "code" }, make("code", {}, code)));
  };

  /**
   * Nothing in a preview is reached by keyboard or by links.
   * @param {Element} target
   */
  const copyOf = target => {
    const copy = /** @type {Element} */ (target.cloneNode(true));
    all(unwanted, copy).forEach(each => each.remove());
    for (const each of [copy, ...all("*", copy)]) {
      for (const name of ["tabindex", "href", "role"]) each.removeAttribute(name);
      if (!each.closest("svg")) each.removeAttribute("id");
    }
    return copy;
  };

  /** @param {HTMLAnchorElement} link */
  const show = async link => {
    wanted = link;
    const target = link.matches(".name") ? await definitionOf(link).catch(() => targetOf(link)) : targetOf(link);
    if (wanted !== link) return;
    hide();
    if (!target) return;
    shownFor = link;
    // Which would lie over it, and says less.
    link.removeAttribute("title");
    box = add(document.body, "div", { class: "preview", "aria-hidden": "true" }, copyOf(target));
    box.addEventListener("pointerleave", () => soon(hide));
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    const around = link.getBoundingClientRect(), own = box.getBoundingClientRect(), gap = 6, below = around.bottom + gap;
    const top = below + own.height <= innerHeight || around.top < own.height + gap ? below : around.top - own.height - gap;
    box.style.top = `${Math.max(gap, Math.min(top, innerHeight - own.height - gap))}px`;
    box.style.left = `${Math.max(gap, Math.min(around.left, document.documentElement.clientWidth - own.width - gap))}px`;
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
  document.addEventListener("pointerout", event => { if (linkOf(event)) soon(hide); });
  document.addEventListener("focusout", hide);
  document.addEventListener("click", hide);
  document.addEventListener("scroll", ({ target }) => { if (box && target === document) hide(); }, { passive: true });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hide(); });
}
