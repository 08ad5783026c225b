// Links in code: to each of its lines, and from each name that the book defines to the line that does. The pointer finds
// them in place; for the keyboard, which would have to pass hundreds, they are stops only while a button says so.
(function () {
  "use strict";
  var element = window.bookElement, names = window.bookNames || {};
  var unlinked = ".co, .st, .ch, .im, .sign, a";
  var ofLine = /^#(.+?)-L(\d+)(?:-L(\d+))?$/;

  // Lines as their numbers count them: without those that a step removes.
  function linesOf(pre) {
    return Array.prototype.slice.call(pre.querySelectorAll("code > :is(span, ins)"));
  }

  function chunkOf(pre) {
    return pre.parentNode.matches(".chunk[id]") ? pre.parentNode : null;
  }

  // Members are others' names, and so is what stands in another namespace.
  function isForeign(before) {
    var scope = /(\w+)\s*::\s*$/.exec(before);
    return /(\.|->)\s*$/.test(before) || (scope && !Object.hasOwn(names, scope[1]));
  }

  function addressOf(name, own) {
    return names[name] === own ? "names.html#name-" + name : names[name];
  }

  function linkNames(line, own) {
    var walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), texts = [], before = "";
    while (walker.nextNode()) {
      texts.push(walker.currentNode);
    }
    texts.forEach(function (text) {
      var words = text.data.split(/([A-Za-z_]\w*)/), pieces = [];
      var free = !text.parentNode.closest(unlinked);
      words.forEach(function (word, place) {
        var piece = word;
        if (place % 2 && free && Object.hasOwn(names, word) && !isForeign(before)) {
          piece = element("a", "name", word);
          piece.href = addressOf(word, own);
          piece.tabIndex = -1;
        }
        before += word;
        pieces.push(piece);
      });
      if (pieces.some(function (piece) { return typeof piece !== "string"; })) {
        text.replaceWith.apply(text, pieces);
      }
    });
  }

  function addLineLink(line, address, number) {
    var link = element("a", "line-link");
    link.href = address;
    link.dataset.line = number;
    link.tabIndex = -1;
    link.setAttribute("aria-label", "Line " + number);
    line.prepend(link);
  }

  function prepare(pre) {
    if (pre.dataset.linked) {
      return;
    }
    pre.dataset.linked = "yes";
    var chunk = chunkOf(pre);
    linesOf(pre).forEach(function (line, place) {
      var address = chunk && "#" + chunk.id + "-L" + (place + 1);
      linkNames(line, address);
      if (chunk) {
        addLineLink(line, address, place + 1);
      }
    });
  }

  // Of the links of a name, the keyboard stops at the first.
  function setStops(pre, wanted) {
    var seen = {};
    pre.querySelectorAll(".line-link, .name").forEach(function (link) {
      link.tabIndex = wanted && !seen[link.href] ? 0 : -1;
      seen[link.href] = true;
    });
  }

  function addButton(pre) {
    var chunk = chunkOf(pre), button = element("button", "show-links", "Links");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", "Links to lines and names of " + chunk.querySelector(".chunk-name").textContent);
    button.addEventListener("click", function () {
      var wanted = chunk.classList.toggle("linked");
      prepare(pre);
      setStops(pre, wanted);
      button.setAttribute("aria-pressed", wanted);
    });
    chunk.querySelector(".chunk-head").appendChild(button);
  }

  // Marks the lines that the address names.
  function follow() {
    document.querySelectorAll(".marked").forEach(function (line) { line.classList.remove("marked"); });
    var found = ofLine.exec(decodeURIComponent(location.hash)), chunk = found && document.getElementById(found[1]);
    var pre = chunk && chunk.querySelector("pre");
    if (!pre) {
      return;
    }
    prepare(pre);
    var first = Number(found[2]), last = Number(found[3] || found[2]);
    var lines = linesOf(pre).slice(Math.min(first, last) - 1, Math.max(first, last));
    lines.forEach(function (line) { line.classList.add("marked"); });
    if (lines.length) {
      lines[0].scrollIntoView({ block: "center", inline: "nearest" });
      if (!chunk.contains(document.activeElement)) {
        pre.focus({ preventScroll: true });
      }
    }
  }

  // With the shift key a second line ends what the first begins.
  function extend(event) {
    var link = event.shiftKey && event.target.closest && event.target.closest(".line-link");
    var first = link && ofLine.exec(decodeURIComponent(location.hash)), last = link && ofLine.exec(link.getAttribute("href"));
    if (first && last && first[1] === last[1]) {
      event.preventDefault();
      location.hash = first[1] + "-L" + first[2] + "-L" + last[2];
    }
  }

  var watcher = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (entry.isIntersecting) {
        watcher.unobserve(entry.target);
        prepare(entry.target);
      }
    });
  }, { rootMargin: "400px" });
  document.querySelectorAll("pre.code").forEach(function (pre) {
    watcher.observe(pre);
    if (chunkOf(pre)) {
      addButton(pre);
    }
  });
  document.addEventListener("click", extend);
  window.addEventListener("hashchange", follow);
  follow();
})();
