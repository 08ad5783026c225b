// A map of a long page, at the right edge of a wide screen: where its sections, figures, code and questions are, and what is in
// view. It is for the pointer alone; the contents have the same places for everybody.
"use strict";
{
  const kinds = { section: "h2", code: ".chunk", picture: ".picture, .player, .experiment", task: ".quiz, .exercise" };
  const main = first("main"), map = make("div", { class: "map", "aria-hidden": "true" });
  const marks = add(map, "div"), view = add(map, "div", { class: "map-view" }), label = add(map, "span", { class: "map-label" });
  /** @type {{ at: number, words: string }[]} */
  let headings = [];
  let whole = 1;

  const look = () => {
    view.style.top = `${100 * scrollY / whole}%`;
    view.style.height = `${100 * innerHeight / whole}%`;
  };

  const survey = () => {
    whole = document.documentElement.scrollHeight;
    map.hidden = whole < 5 * innerHeight;
    if (map.hidden) return;
    /** @param {Element} element */
    const at = element => (element.getBoundingClientRect().top + scrollY) / whole;
    marks.replaceChildren(...Object.entries(kinds).flatMap(([kind, selector]) => all(`main :is(${selector})`).filter(each => each.getClientRects().length).map(each => {
      const mark = make("i", { class: `map-${kind}` });
      mark.style.top = `${100 * at(each)}%`;
      if (kind !== "section") mark.style.height = `${100 * each.offsetHeight / whole}%`;
      return mark;
    })));
    headings = all("main :is(h2, h3)").filter(each => each.getClientRects().length).map(each => {
      const shown = [...each.childNodes].filter(node => !(node instanceof Element && node.matches(".anchor")));
      return { at: at(each), words: shown.map(({ textContent }) => textContent).join(" ") };
    });
    look();
  };

  /** @param {PointerEvent} event  where in the page it points: 0 to 1 */
  const place = event => Math.min(1, Math.max(0, (event.clientY - map.getBoundingClientRect().top) / map.clientHeight));

  /** @param {PointerEvent} event */
  const go = event => scrollTo({ top: place(event) * whole - innerHeight / 2 });

  map.addEventListener("pointerdown", event => {
    map.setPointerCapture(event.pointerId);
    go(event);
    event.preventDefault();
  });
  map.addEventListener("pointermove", event => {
    if (event.buttons) go(event);
    label.textContent = headings.filter(({ at }) => at <= place(event)).pop()?.words ?? "";
    label.style.top = `${100 * place(event)}%`;
  });
  if (main) {
    document.body.append(map);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", survey);
    new ResizeObserver(survey).observe(main);
  }
}
