// Shows what a reference on this page leads to, while the pointer is over it or the keyboard on it. Escape hides it. For
// those who do not see it, the link itself leads there.
"use strict";
{
  const delay = 250;
  const references = 'main a:is(.crossref, .reference, .name, [href^="#ref-"], [href^="#fn"])[href^="#"]';
  const unwanted = ".copy, .show-links, .line-link, .player, .unfold, .anchor, .provenance, .machine-panel";
  /** @type {HTMLElement | undefined} */
  let box;
  /** @type {HTMLAnchorElement | undefined} */
  let shownFor;
  /** @type {number | undefined} */
  let timer;

  const hide = () => {
    clearTimeout(timer);
    box?.remove();
    box = shownFor = undefined;
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
    return target && isHeading(target) ? sectionOf(target) : target;
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
  const show = link => {
    const target = targetOf(link);
    hide();
    if (!target || target.contains(link)) return;
    shownFor = link;
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
    if (!link || link === shownFor || isTouch || !link.matches(references)) return;
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
