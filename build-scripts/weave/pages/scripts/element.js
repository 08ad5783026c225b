// Makes elements, and shows numbers, for the scripts that add to a page.
"use strict";

/**
 * Gives an element its attributes and what stands in it.
 * @template {Element} Made
 * @param {Made} made
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string | number)[]} content
 */
const fill = (made, attributes = {}, ...content) => {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...content.map(each => (each instanceof Node ? each : String(each))));
  return made;
};

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string | number)[]} content
 */
const make = (tag, attributes, ...content) => fill(document.createElement(tag), attributes, ...content);

/**
 * Adds an element to a parent.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Element} parent
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string | number)[]} content
 */
const add = (parent, tag, attributes, ...content) => parent.appendChild(make(tag, attributes, ...content));

/**
 * Adds a shape to a drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Element} parent
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string | number)[]} content
 */
const draw = (parent, tag, attributes, ...content) =>
  parent.appendChild(fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, ...content));

/**
 * The elements of a page that match.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement[]}
 */
const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));

/**
 * The first of them.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
const first = (selector, within = document) => within.querySelector(selector);

/**
 * What a piece of code is called, with its number: others may have the name as well.
 * @param {Element} chunk
 */
const chunkName = chunk => [".chunk-name", ".chunk-number"].map(part => first(part, chunk)?.textContent?.trim()).filter(Boolean).join(" ");

/**
 * What has the focus and goes by arrows itself: what takes text, choices, what may scroll, and aids.
 * @param {Element} active
 */
const takesArrows = active => active.matches("input:not([type=button], [type=checkbox]), textarea, select, [contenteditable], pre, [role=region], [role=listbox], [role=option]")
  || Boolean(active.closest(".player, .plot, .aid, dialog"));

/**
 * Whether a key is the page's own: where nothing else could want it. A character is wanted by what takes text, an arrow by
 * what it moves, another key by whatever has the focus.
 * @param {KeyboardEvent} event
 */
const isFree = event => {
  const active = document.activeElement, isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.defaultPrevented;
  const takesText = active?.matches("input:not([type=button], [type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]");
  const isOfPage = !active || active === document.body || active.id === "text";
  const isSpare = event.key.length === 1 ? event.key !== " " && !takesText : /^Arrow(Left|Right)$/.test(event.key) && active && !takesArrows(active);
  return isPlain && (isOfPage || isSpare) && getSelection()?.isCollapsed;
};

/** @type {Map<string, Promise<unknown>>} */
const scripts = new Map();

/**
 * Loads a script, once; for a page that comes from a file can load nothing else.
 * @param {string} src
 */
const load = src => {
  const loading = scripts.get(src) ?? new Promise((resolve, reject) => {
    const script = make("script", { src });
    script.onload = resolve;
    script.onerror = () => {
      scripts.delete(src);
      reject(new Error(`${src} cannot be loaded`));
    };
    document.head.append(script);
  });
  scripts.set(src, loading);
  return loading;
};

/**
 * As the weaver's number.lua shows it: digits in groups of three where there are five or more, and a true minus.
 * @param {number} value
 * @param {number} [decimals]  at most
 */
const numberShown = (value, decimals = 2) => {
  const [whole, ...rest] = String(Number(Math.abs(value).toFixed(decimals))).split(".");
  const grouped = whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return `${value < 0 && Number(value.toFixed(decimals)) ? "\u2212" : ""}${[grouped, ...rest].join(".")}`;
};
