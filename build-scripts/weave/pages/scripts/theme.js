// Only adds: a button that changes between light and dark, remembered. Pages are whole without it.
"use strict";
{
  const order = ["auto", "light", "dark"];
  const sun = Array.from({ length: 8 }, (_, k) => `<path d="M8 3.2V1.2" transform="rotate(${45 * k} 8 8)"/>`).join("");
  /** @type {Record<string, string>} where there is no room for words */
  const icons = {
    auto: '<circle cx="8" cy="8" r="6.5" fill="none"/><path d="M8 1.5a6.5 6.5 0 0 1 0 13z" stroke="none"/>',
    light: `<circle cx="8" cy="8" r="2.6"/>${sun}`,
    dark: '<path d="M13.6 9.8A6 6 0 1 1 6.4 2.4a4.8 4.8 0 0 0 7.2 7.4z"/>',
  };
  let theme = order.find(each => each === memory.recall("theme")) ?? "auto";

  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  show();

  document.addEventListener("DOMContentLoaded", () => {
    const tools = first(".tools");
    if (!tools) return;
    const button = add(tools, "button", { type: "button", class: "theme" });
    const label = () => {
      button.innerHTML = `<svg aria-hidden="true" viewBox="0 0 16 16">${icons[theme]}</svg>`;
      button.append(make("span", { class: "word" }, `Theme: ${theme}`));
    };
    button.addEventListener("click", () => {
      theme = order[(order.indexOf(theme) + 1) % order.length];
      show();
      memory.remember("theme", theme);
      label();
    });
    label();
  });
}
