// Shows what a reference on this page leads to, while the pointer is over it or the keyboard on it. Escape hides it. For
// those who do not see it, the link itself leads there.
(function () {
  "use strict";
  var delay = 250;
  var box, timer, shownFor;

  function hide() {
    clearTimeout(timer);
    if (box) {
      box.remove();
      box = shownFor = null;
    }
  }

  function targetOf(link) {
    var anchor = decodeURIComponent(link.hash.slice(1)), target = document.getElementById(anchor.replace(/-L\d+$/, ""));
    return target && /^H[2-6]$/.test(target.tagName) ? sectionOf(target) : target;
  }

  // A section's heading and its beginning.
  function sectionOf(heading) {
    var section = document.createElement("div"), next = heading.nextElementSibling;
    section.appendChild(heading.cloneNode(true));
    if (next && !/^H[2-6]$/.test(next.tagName)) {
      section.appendChild(next.cloneNode(true));
    }
    return section;
  }

  // Nothing in a preview is reached by keyboard or by links.
  function copyOf(target) {
    var copy = target.cloneNode(true);
    copy.querySelectorAll(".copy, .show-links, .line-link, .player, .unfold, .anchor, .provenance, .machine-panel").forEach(function (each) {
      each.remove();
    });
    [copy].concat(Array.prototype.slice.call(copy.querySelectorAll("*"))).forEach(function (each) {
      each.removeAttribute("tabindex");
      each.removeAttribute("href");
      each.removeAttribute("role");
      if (!each.closest("svg")) {
        each.removeAttribute("id");
      }
    });
    return copy;
  }

  function place(link) {
    var around = link.getBoundingClientRect(), own = box.getBoundingClientRect(), gap = 6;
    var below = around.bottom + gap;
    var top = below + own.height <= innerHeight || around.top < own.height + gap ? below : around.top - own.height - gap;
    box.style.top = Math.max(gap, Math.min(top, innerHeight - own.height - gap)) + "px";
    box.style.left = Math.max(gap, Math.min(around.left, document.documentElement.clientWidth - own.width - gap)) + "px";
  }

  function show(link) {
    var target = targetOf(link);
    hide();
    if (!target || target.contains(link)) {
      return;
    }
    shownFor = link;
    box = document.createElement("div");
    box.className = "preview";
    box.setAttribute("aria-hidden", "true");
    box.appendChild(copyOf(target));
    box.addEventListener("pointerleave", soon.bind(null, hide));
    box.addEventListener("pointerenter", function () { clearTimeout(timer); });
    document.body.appendChild(box);
    place(link);
  }

  function soon(action) {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  }

  function isReference(element) {
    return element.matches && element.matches('main a:is(.crossref, .reference, .name, [href^="#ref-"], [href^="#fn"])[href^="#"]');
  }

  ["pointerover", "focusin"].forEach(function (kind) {
    document.addEventListener(kind, function (event) {
      var link = event.target.closest && event.target.closest("a");
      if (link && link !== shownFor && isReference(link) && event.pointerType !== "touch"
          && (kind === "pointerover" || link.matches(":focus-visible"))) {
        soon(show.bind(null, link));
      }
    });
  });
  document.addEventListener("pointerout", function (event) {
    if (event.target.closest && event.target.closest("a")) {
      soon(hide);
    }
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("click", hide);
  document.addEventListener("scroll", function (event) { box && event.target === document && hide(); }, { passive: true });
  document.addEventListener("keydown", function (event) { event.key === "Escape" && hide(); });
})();
