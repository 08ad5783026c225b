// Only adds: a button that changes between light and dark, remembered. Pages are whole without it.
"use strict";
{
  const order = ["auto", "light", "dark"];
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
    const label = () => button.replaceChildren(make("span", { class: "word" }, "Theme: "), theme);
    button.addEventListener("click", () => {
      theme = order[(order.indexOf(theme) + 1) % order.length];
      show();
      memory.remember("theme", theme);
      label();
    });
    label();
  });
}
