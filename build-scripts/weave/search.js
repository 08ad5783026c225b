// Search over the whole book. The words are loaded when somebody asks for them, as a script, for a page that comes from a
// file can load nothing else.
(function () {
  "use strict";
  var element = window.bookElement;
  var most = 30;
  var around = 90;
  var index, dialog, input, list, status;

  function load(address) {
    return new Promise(function (resolve, reject) {
      var script = element("script");
      script.src = address;
      script.onload = resolve;
      script.onerror = reject;
      document.head.appendChild(script);
    });
  }

  // Names of functions are words, underscores and all.
  function build() {
    var lunr = window.lunr;
    lunr.tokenizer.separator = /[^\p{L}\p{N}_]+/u;
    return lunr(function () {
      this.ref("place");
      this.field("heading", { boost: 8 });
      this.field("chapter", { boost: 2 });
      this.field("text");
      window.bookSections.forEach(function (section, place) {
        this.add({ place: place, heading: section[1], chapter: section[2], text: section[3] });
      }, this);
    });
  }

  function ready() {
    index = index || load("search/lunr.min.js")
      .then(function () { return load("search/sections.js"); })
      .then(build);
    return index;
  }

  function wordsOf(text) {
    return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  }

  // The word, what begins with it, what holds it, what is spelled nearly so: each counts for less.
  function find(built, words) {
    var lunr = window.lunr, wildcard = lunr.Query.wildcard;
    return built.query(function (query) {
      words.forEach(function (word) {
        query.term(word, { boost: 20 });
        if (word.length > 1) {
          query.term(word, { boost: 5, usePipeline: false, wildcard: wildcard.TRAILING });
        }
        if (word.length > 2) {
          query.term(word, { boost: 2, usePipeline: false, wildcard: wildcard.LEADING | wildcard.TRAILING });
        }
        if (word.length > 4) {
          query.term(word, { boost: 0.5, editDistance: word.length > 7 ? 2 : 1 });
        }
      });
    });
  }

  // What the text has that was found: the words themselves, and their like by the stems that matched.
  function patternFor(words, result) {
    var stems = Object.keys(result.matchData.metadata).concat(words).map(function (word) {
      return word.replace(/[^\p{L}\p{N}_]/gu, "").replace(/(.{3,})[iey]$/, "$1");
    });
    stems.sort(function (a, b) { return b.length - a.length; });
    return new RegExp("[\\p{L}\\p{N}_]*(?:" + stems.join("|") + ")[\\p{L}\\p{N}_]*", "giu");
  }

  // A piece of the text around the first place that has one of the words, which are marked.
  function snippet(text, pattern) {
    var shown = element("p", "search-snippet"), first = text.search(pattern);
    var begin = Math.max(0, first - around);
    begin = begin === 0 ? 0 : text.indexOf(" ", begin) + 1;
    var piece = text.slice(begin, begin + 3 * around), last = 0;
    shown.append(begin > 0 ? "\u2026 " : "");
    piece.replace(pattern, function (word, place) {
      shown.append(piece.slice(last, place), element("mark", "", word));
      last = place + word.length;
    });
    shown.append(piece.slice(last), begin + piece.length < text.length ? " \u2026" : "");
    return shown;
  }

  function item(result, words) {
    var section = window.bookSections[result.ref], made = element("li"), link = element("a", "", section[1]);
    link.href = section[0];
    link.addEventListener("click", function () { dialog.close(); });
    made.append(link, element("span", "search-chapter", section[2]), snippet(section[3], patternFor(words, result)));
    return made;
  }

  function show(built) {
    var words = wordsOf(input.value), results = words.length ? find(built, words) : [];
    list.replaceChildren.apply(list, results.slice(0, most).map(function (result) { return item(result, words); }));
    list.scrollTop = 0;
    status.textContent = !words.length ? ""
      : results.length > most ? "The first " + most + " of " + results.length + " sections"
      : results.length === 1 ? "1 section" : results.length + " sections";
  }

  function update() {
    ready().then(show, function () { status.textContent = "The words of the book cannot be loaded."; });
  }

  // Arrows go up and down between the field and the results.
  function move(event) {
    var stops = [input].concat(Array.prototype.slice.call(list.querySelectorAll("a")));
    var here = stops.indexOf(document.activeElement);
    var step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && here >= 0 && stops[here + step]) {
      event.preventDefault();
      stops[here + step].focus();
    } else if (event.key === "Enter" && here === 0 && stops[1]) {
      event.preventDefault();
      stops[1].click();
    }
  }

  function makeDialog() {
    dialog = element("dialog", "search");
    dialog.setAttribute("aria-label", "Search the book");
    var line = element("form", "search-line"), label = element("label", "hidden", "Search the book");
    line.method = "dialog";
    input = element("input");
    input.type = "search";
    input.id = label.htmlFor = "search-words";
    input.autocomplete = "off";
    input.spellcheck = false;
    input.placeholder = "Words or names";
    var close = element("button", "", "Close");
    close.type = "button";
    close.addEventListener("click", function () { dialog.close(); });
    status = element("p", "search-status");
    status.setAttribute("role", "status");
    list = element("ol", "search-results");
    line.append(label, input, close);
    dialog.append(line, status, list);
    input.addEventListener("input", update);
    dialog.addEventListener("keydown", move);
    dialog.addEventListener("click", function (event) {
      if (event.target === dialog) {
        dialog.close();
      }
    });
    document.body.appendChild(dialog);
  }

  function open() {
    dialog || makeDialog();
    if (!dialog.open) {
      dialog.showModal();
      input.select();
      ready();
    }
  }

  // A key is the search's only where nothing else could want it.
  function isFree() {
    var active = document.activeElement;
    return (!active || active === document.body || active.id === "text") && getSelection().isCollapsed;
  }

  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && !event.ctrlKey && !event.altKey && !event.metaKey && isFree()) {
      event.preventDefault();
      open();
    }
  });

  document.addEventListener("DOMContentLoaded", function () {
    var tools = document.querySelector(".tools"), button = element("button", "open-search");
    button.type = "button";
    button.innerHTML = '<svg aria-hidden="true" viewBox="0 0 16 16"><circle cx="6.5" cy="6.5" r="4.5"/>'
      + '<path d="M10 10l4.5 4.5"/></svg><span class="word"> Search</span>';
    button.title = "Search the book ( / )";
    button.addEventListener("click", open);
    tools.insertBefore(button, tools.firstChild);
  });
})();
