// Only adds: a button that changes between light and dark, remembered. Pages are whole without it.
(function () {
  "use strict";
  var root = document.documentElement;
  var order = ["auto", "light", "dark"];
  var theme = "auto";

  function remembered() {
    try {
      return localStorage.getItem("theme");
    } catch (error) {
      return null;
    }
  }

  function remember() {
    try {
      localStorage.setItem("theme", theme);
    } catch (error) {
      // A browser may forbid it; the choice then lasts as long as the page.
    }
  }

  function show() {
    if (theme === "auto") {
      root.removeAttribute("data-theme");
    } else {
      root.setAttribute("data-theme", theme);
    }
  }

  if (order.indexOf(remembered()) > 0) {
    theme = remembered();
  }
  show();

  document.addEventListener("DOMContentLoaded", function () {
    var tools = document.querySelector(".tools");
    if (!tools) {
      return;
    }
    var button = document.createElement("button");
    button.type = "button";
    button.className = "theme";
    function label() {
      button.innerHTML = '<span class="word">Theme: </span>' + theme;
    }
    button.addEventListener("click", function () {
      theme = order[(order.indexOf(theme) + 1) % order.length];
      show();
      remember();
      label();
    });
    label();
    tools.appendChild(button);
  });
})();
