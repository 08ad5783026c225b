// Remembers in this browser, and nowhere else, which sections were read, which questions answered and which exercises
// done, and shows it in the contents. A section is read when its end has stood on the screen for a second; a question is
// answered when its right answer was chosen; of an exercise the reader says so.
(function () {
  "use strict";
  var element = window.bookElement, key = "progress", kinds = ["read", "answered", "done"];
  var here = location.pathname.split("/").pop().replace(/\.html$/, "") || "index";
  var isChapter = Boolean(document.querySelector(".chapter-number"));
  var pages = recall();

  function recall() {
    try {
      var found = JSON.parse(localStorage.getItem(key));
      return found && typeof found === "object" ? found : {};
    } catch (error) {
      return {};
    }
  }

  function remember() {
    try {
      localStorage.setItem(key, JSON.stringify(pages));
    } catch (error) {
      // A browser may forbid it; what was done is then known as long as the page is shown.
    }
  }

  function has(page, kind, id) {
    return Boolean(pages[page] && pages[page][kind] && pages[page][kind].indexOf(id) >= 0);
  }

  function note(kind, id, yes) {
    var before = recall()[here] || pages[here] || {}, all = recall();
    var list = (before[kind] || []).filter(function (each) { return each !== id; });
    before[kind] = yes ? list.concat(id) : list;
    before.of = totals();
    all[here] = before;
    pages = all;
    remember();
    show();
  }

  function ids(selector) {
    return Array.prototype.map.call(document.querySelectorAll(selector), function (each) { return each.id; });
  }

  var found = { read: ids("main > h2[id]:not(.unnumbered)"), answered: ids("main .quiz[id]"), done: ids("main .exercise[id]") };

  function totals() {
    return { read: found.read.length, answered: found.answered.length, done: found.done.length };
  }

  // "3 of 5 sections read", and so on, of what a page has and the reader did.
  function words(page) {
    var of = page.of || {}, nouns = { read: ["section", "read"], answered: ["question", "answered"], done: ["exercise", "done"] };
    return kinds.filter(function (kind) { return page[kind] && page[kind].length && of[kind]; }).map(function (kind) {
      return page[kind].length + " of " + of[kind] + " " + nouns[kind][0] + (of[kind] === 1 ? " " : "s ") + nouns[kind][1];
    }).join(", ");
  }

  function nameOf(link) {
    return link.pathname.split("/").pop().replace(/\.html$/, "");
  }

  function showLink(link) {
    var name = nameOf(link), id = decodeURIComponent(link.hash.slice(1)), page = pages[name];
    if (id) {
      var read = has(name, "read", id);
      if (read !== link.classList.contains("read")) {
        link.classList.toggle("read", read);
        read ? link.appendChild(element("span", "hidden", " (read)")) : link.querySelector(".hidden").remove();
      }
    } else if (link.closest(".chapters") && page && words(page)) {
      var line = element("span", "progress"), beside = link.closest("#contents");
      if (beside && page.of.read) {
        line.textContent = (page.read || []).length + "/" + page.of.read;
        line.title = words(page);
        line.append(element("span", "hidden", " sections read"));
        link.appendChild(line);
      } else if (!beside) {
        line.textContent = words(page);
        link.after(line);
      }
    }
  }

  function showForget() {
    var place = document.querySelector("main .book-contents:last-of-type") || document.querySelector("#contents");
    if (!Object.keys(pages).length || !place) {
      return;
    }
    var button = element("button", "forget", "Forget what I have read and done");
    button.type = "button";
    button.addEventListener("click", function () {
      if (confirm("Forget which sections you have read, which questions answered and which exercises done?")) {
        pages = {};
        remember();
        show();
        document.querySelectorAll(".done input").forEach(function (box) { box.checked = false; });
      }
    });
    place.appendChild(button);
  }

  function showQuizzes() {
    document.querySelectorAll(".answered").forEach(function (mark) { mark.remove(); });
    document.querySelectorAll("main .quiz[id]").forEach(function (quiz) {
      if (has(here, "answered", quiz.id)) {
        quiz.querySelector(".box-title").append(element("span", "answered", "\u2713 answered"));
      }
    });
  }

  function show() {
    document.querySelectorAll(".progress, .forget").forEach(function (each) { each.remove(); });
    document.querySelectorAll("#contents a, .book-contents a").forEach(showLink);
    showForget();
    showQuizzes();
  }

  function addBox(exercise) {
    var label = element("label", "done"), box = element("input");
    box.type = "checkbox";
    box.checked = has(here, "done", exercise.id);
    box.addEventListener("change", function () { note("done", exercise.id, box.checked); });
    label.append(box, "Done", element("span", "hidden", ": " + exercise.getAttribute("aria-label")));
    exercise.prepend(label);
  }

  // The last thing before the next section's heading.
  function endOf(heading) {
    var end = heading;
    while (end.nextElementSibling && !end.nextElementSibling.matches("h2, .turns, #refs")) {
      end = end.nextElementSibling;
    }
    return end;
  }

  function watchSections() {
    var timers = {};
    var watcher = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        var id = entry.target.dataset.ends;
        clearTimeout(timers[id]);
        if (entry.isIntersecting && !has(here, "read", id)) {
          timers[id] = setTimeout(note, 1000, "read", id, true);
        }
      });
    });
    found.read.forEach(function (id) {
      var mark = element("div", "section-end");
      mark.dataset.ends = id;
      endOf(document.getElementById(id)).after(mark);
      watcher.observe(mark);
    });
  }

  if (isChapter) {
    document.querySelectorAll("main .exercise[id]").forEach(addBox);
    document.querySelectorAll(".quiz[id] .right").forEach(function (choice) {
      choice.addEventListener("toggle", function () {
        var quiz = choice.closest(".quiz");
        if (choice.open && !has(here, "answered", quiz.id)) {
          note("answered", quiz.id, true);
        }
      });
    });
    watchSections();
  }
  window.addEventListener("storage", function (event) {
    if (event.key === key) {
      pages = recall();
      show();
    }
  });
  show();
})();
