// Lets the reader choose the machine whose numbers a page shows, and one to compare it with; both are remembered.
// A page holds what differs between machines once for each: elements with data-on, one after the other, of which all
// but the first are hidden. Without this script the first machine is shown.
(function () {
  "use strict";
  var element = window.bookElement;
  var root = document.documentElement;
  var list = JSON.parse(document.querySelector('meta[name="machines"]').content);
  var first = list[0].name;
  // Until the choice is made no other machine's numbers are seen.
  root.classList.add("choosing");

  function known(name) {
    return list.some(function (machine) { return machine.name === name; });
  }

  function recall(key, otherwise) {
    try {
      var name = localStorage.getItem(key);
      return known(name) ? name : otherwise;
    } catch (error) {
      return otherwise;
    }
  }

  function remember(key, name) {
    try {
      localStorage.setItem(key, name);
    } catch (error) {
      // A browser may forbid it; the choice then lasts as long as the page.
    }
  }

  function label(name) {
    return list.filter(function (machine) { return machine.name === name; })[0].label;
  }

  // What differs, as lists of the elements that stand for one another; found once, before any is shown or hidden.
  function findGroups() {
    var groups = [];
    document.querySelectorAll("[data-on]").forEach(function (variant) {
      if (!variant.hidden) {
        groups.push([]);
      }
      groups[groups.length - 1].push(variant);
    });
    return groups;
  }

  function variantOn(group, name) {
    return group.filter(function (variant) {
      return variant.dataset.on.split(" ").indexOf(name) >= 0;
    })[0];
  }

  function texts(cells) {
    return Array.prototype.map.call(cells, function (cell) { return cell.textContent; });
  }

  // For each column whether it is the same in two tables; null where they cannot stand side by side in one.
  function sameColumns(one, other) {
    var rows = one.tBodies[0].rows, others = other.tBodies[0].rows;
    if (rows.length !== others.length || one.tHead.textContent !== other.tHead.textContent) {
      return null;
    }
    var same = Array.prototype.map.call(rows[0].cells, function () { return true; });
    for (var r = 0; r < rows.length; ++r) {
      var left = texts(rows[r].cells), right = texts(others[r].cells);
      for (var c = 0; c < same.length; ++c) {
        same[c] = same[c] && left[c] === right[c];
      }
    }
    return same[0] ? same : null;
  }

  function ratio(one, other) {
    var cell = element("td", "number ratio");
    if (one.dataset.v && other.dataset.v && Number(one.dataset.v) !== 0) {
      cell.textContent = (other.dataset.v / one.dataset.v).toPrecision(3);
    }
    return cell;
  }

  function widen(head, same) {
    Array.prototype.forEach.call(head.rows, function (row) {
      var column = 0;
      Array.prototype.forEach.call(row.cells, function (cell) {
        var end = column + cell.colSpan, width = 0;
        for (; column < end; ++column) {
          width += same[column] ? 1 : 3;
        }
        cell.colSpan = width;
      });
    });
    var row = head.insertRow();
    same.forEach(function (plain) {
      (plain ? [""] : ["A", "B", "B\u202F\u00F7\u202FA"]).forEach(function (text) {
        var cell = row.appendChild(element(text ? "th" : "td", text ? "number" : "", text));
        if (text) {
          cell.scope = "col";
        }
      });
    });
  }

  // One table of two: each column that differs becomes three.
  function merge(one, other, same) {
    var table = one.cloneNode(true);
    widen(table.tHead, same);
    Array.prototype.forEach.call(table.tBodies[0].rows, function (row, r) {
      var others = other.tBodies[0].rows[r].cells;
      Array.prototype.slice.call(row.cells).forEach(function (cell, c) {
        if (!same[c]) {
          var second = others[c].cloneNode(true);
          cell.after(second, ratio(cell, second));
        }
      });
    });
    return table;
  }

  function compareTables(one, other) {
    var scroll = one.querySelector(".scroll"), otherScroll = other.querySelector(".scroll");
    var table = scroll && scroll.querySelector("table"), otherTable = otherScroll && otherScroll.querySelector("table");
    var same = table && otherTable && sameColumns(table, otherTable);
    if (!same) {
      return;
    }
    var merged = scroll.cloneNode(false);
    merged.classList.add("merged");
    merged.appendChild(merge(table, otherTable, same));
    one.before(merged);
    scroll.hidden = otherScroll.hidden = true;
  }

  function undoComparison() {
    document.querySelectorAll(".merged").forEach(function (merged) { merged.remove(); });
    document.querySelectorAll("[data-on] > .scroll[hidden]").forEach(function (scroll) { scroll.hidden = false; });
  }

  function showGroup(group, chosen, compared) {
    var one = variantOn(group, chosen), other = compared && variantOn(group, compared);
    var differ = Boolean(other) && other !== one;
    group.forEach(function (variant) {
      variant.hidden = variant !== one && variant !== other;
      variant.classList.toggle("variant-a", differ && variant === one);
      variant.classList.toggle("variant-b", differ && variant === other);
    });
    if (differ && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) {
      other.before(one);
    }
    if (differ && one.tagName === "DIV") {
      one.dataset.label = "A: " + label(chosen);
      other.dataset.label = "B: " + label(compared);
      compareTables(one, other);
    }
    return differ;
  }

  function show(groups, strip, chosen, compared) {
    undoComparison();
    document.querySelectorAll("figure.compared").forEach(function (figure) { figure.classList.remove("compared"); });
    groups.forEach(function (group) {
      var figure = group[0].parentNode;
      if (showGroup(group, chosen, compared) && figure.tagName === "FIGURE") {
        figure.classList.add("compared");
      }
    });
    strip.hidden = chosen === first && !compared;
    strip.textContent = compared
      ? "A: " + label(chosen) + ", B: " + label(compared)
      : "Numbers of " + label(chosen) + "; the text speaks of " + label(first) + ".";
  }

  function chooser(id, text, choices, value, onChange) {
    var line = element("p"), name = element("label", "", text), select = element("select");
    name.htmlFor = select.id = id;
    choices.forEach(function (choice) {
      var option = element("option", "", choice.label);
      option.value = choice.name;
      select.appendChild(option);
    });
    select.value = value;
    select.addEventListener("change", function () { onChange(select.value); });
    line.append(name, " ", select);
    return line;
  }

  function control(state, update) {
    var details = element("details", "machine-choice"), panel = element("div", "machine-panel");
    details.appendChild(element("summary", "", "Machine"));
    panel.appendChild(chooser("machine", "Numbers of", list, state.machine, function (name) {
      state.machine = name;
      remember("machine", name);
      update();
    }));
    var others = [{ name: "", label: "no other" }].concat(list);
    panel.appendChild(chooser("compare", "beside those of", others, state.compare, function (name) {
      state.compare = name;
      remember("compare", name);
      update();
    }));
    details.appendChild(panel);
    document.addEventListener("click", function (event) {
      if (!details.contains(event.target)) {
        details.open = false;
      }
    });
    details.addEventListener("keydown", function (event) {
      if (event.key === "Escape") {
        details.open = false;
        details.firstChild.focus();
      }
    });
    return details;
  }

  document.addEventListener("DOMContentLoaded", function () {
    var state = { machine: recall("machine", first), compare: recall("compare", "") };
    var groups = findGroups();
    var strip = element("p", "machine-strip");
    strip.setAttribute("role", "status");
    document.body.appendChild(strip);
    // What else sticks to the foot of the window stands above the strip.
    function raise() {
      root.style.setProperty("--foot", (strip.hidden ? 0 : strip.offsetHeight) + "px");
    }
    window.addEventListener("resize", raise);
    function update() {
      show(groups, strip, state.machine, state.compare === state.machine ? "" : state.compare);
      raise();
    }
    update();
    root.classList.remove("choosing");
    var tools = document.querySelector(".tools");
    tools.insertBefore(control(state, update), tools.firstChild);
  });
})();
