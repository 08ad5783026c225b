// Plays traces: a button below a figure puts a player in its place. Time runs downwards, a lane is a thread from top to
// bottom, and a step is what the warp does with one instruction.
(function () {
  "use strict";
  var icons = {
    play: "M5 3l10 6-10 6z", pause: "M4 3h4v12H4zM10 3h4v12h-4z", first: "M15 3v12L6 9zM3 3h2v12H3z",
    back: "M12 3v12L4 9z", forward: "M6 3v12l8-6z",
  };
  var bankCount = 32;

  // Of rows at most, so that a player fits a window; longer runs scroll.
  function rowsHeight() { return Math.max(180, Math.min(480, 0.5 * window.innerHeight)); }

  var element = window.bookAdd, shape = window.bookDraw;

  function icon(button, name) {
    button.textContent = "";
    var picture = shape(button, "svg", { viewBox: "0 0 18 18", width: 18, height: 18, "aria-hidden": "true" });
    shape(picture, "path", { d: icons[name] });
  }

  // Where things stand, for the room there is: all in CSS pixels.
  function layoutFor(run, width, rowsHeight, memory) {
    var narrow = width < 420, many = run.lanes > 16, at = { left: narrow ? 56 : 74, right: narrow || many ? 6 : 104, top: 22 };
    var room = (width - at.left - at.right) / run.lanes;
    at.cell = Math.max(15, Math.min(56, room));
    at.costs = at.right > 6;
    at.width = Math.max(width, at.left + at.right + at.cell * run.lanes);
    // Rows stand apart where values cross from lane to lane.
    at.row = 24;
    at.ys = [];
    var y = 4;
    run.rows.forEach(function (row) {
      y += crosses(row) ? 24 : 8;
      at.ys.push(y + at.row / 2);
      y += at.row;
    });
    at.rows = y + 4;
    at.view = Math.min(at.rows, rowsHeight);
    at.height = at.below = at.top + at.view;
    var shared = memory === "shared" || memory === "both", global = memory === "global" || memory === "both";
    if (shared && run.words) {
      var columns = Math.min(run.words, bankCount), lines = Math.ceil(run.words / columns);
      at.words = {
        columns: columns, lines: lines, top: at.below + 34, height: lines <= 5 ? 22 : 9,
        cell: Math.min(at.cell, (at.width - at.left - 6) / columns),
      };
      at.height = at.words.top + lines * at.words.height + 10;
    }
    if (global) {
      var most = 0;
      run.rows.forEach(function (row) { most = Math.max(most, linesOf(row).length); });
      at.lines = { top: at.height + 34, height: most > 8 ? 7 : 18, width: at.width - at.left - 6 };
      at.height = at.lines.top + most * at.lines.height + 10;
    }
    return at;
  }

  function cellsOf(row) {
    return Object.keys(row.cells).map(function (lane) { return row.cells[lane]; });
  }

  function comesFromAfar(row, cell) {
    return cell.from && cell.from.lane !== cell.lane && (row.kind === "shuffle" || row.space === "shared");
  }

  function crosses(row) {
    return cellsOf(row).some(function (cell) { return comesFromAfar(row, cell); });
  }

  // The lines of 128 bytes that a step touches in global memory.
  function linesOf(row) {
    var found = {};
    if (row.space === "global") {
      row.step.at.forEach(function (place) { found[Math.floor(place / 128)] = true; });
    }
    return Object.keys(found).map(Number).sort(function (a, b) { return a - b; });
  }

  function Stage(holder, run, memory, figure) {
    this.run = run;
    this.memory = memory;
    this.region = element(holder, "div", { class: "player-stage", tabindex: "0", role: "group", "aria-label": figure + ", lanes against time" });
    this.picture = shape(this.region, "svg", { role: "img" });
    var digits = 1;
    run.rows.forEach(function (row) {
      cellsOf(row).forEach(function (cell) {
        digits = row.kind === "branch" ? digits : Math.max(digits, traces.shown(cell.value).length);
      });
    });
    this.digits = digits;
  }

  Stage.prototype.x = function (lane) { return this.at.left + (lane + 0.5) * this.at.cell; };
  Stage.prototype.y = function (place) { return this.at.ys[place]; };

  // How large the values can be, 0 where they do not fit.
  Stage.prototype.letters = function (room) {
    var size = Math.min(13, (room - 2) / (0.62 * this.digits));
    return size >= 7.5 ? size : 0;
  };

  Stage.prototype.draw = function (now, label) {
    var width = Math.max(this.region.clientWidth, 260), run = this.run, picture = this.picture;
    if (width !== this.width) { // A phone's window grows and shrinks as one scrolls, at the same width.
      this.width = width;
      this.height = rowsHeight();
    }
    var at = this.at = layoutFor(run, width, this.height, this.memory);
    picture.textContent = "";
    picture.setAttribute("viewBox", "0 0 " + at.width + " " + at.height);
    picture.setAttribute("width", at.width);
    picture.setAttribute("height", at.height);
    picture.setAttribute("aria-label", label);
    this.drawLanes();
    this.rows = shape(picture, "svg", {
      x: 0, y: at.top, width: at.width, height: at.view,
      viewBox: [0, Math.max(0, Math.min(this.y(now) - 0.6 * at.view, at.rows - at.view)), at.width, at.view].join(" "),
    });
    shape(this.rows, "rect", { class: "player-now", x: 0, y: this.y(now) - at.row / 2 - 4, width: at.width, height: at.row + 8, rx: 5 });
    this.drawThreads(now);
    var place;
    for (place = 0; place <= now; place++) {
      this.drawLinks(place, now);
    }
    for (place = 0; place < run.rows.length; place++) {
      this.drawTitle(place, now);
    }
    for (place = 0; place <= now; place++) {
      this.drawCells(place, now);
    }
    if (at.words) {
      this.drawWords(now);
    }
    if (at.lines) {
      this.drawLines(now);
    }
  };

  Stage.prototype.drawLanes = function () {
    var at = this.at, step = at.cell < 20 ? 4 : 1;
    shape(this.picture, "text", { class: "player-axis", x: at.left - 10, y: 14, "text-anchor": "end" }, "lane");
    for (var lane = 0; lane < this.run.lanes; lane += step) {
      shape(this.picture, "text", { class: "player-axis", x: this.x(lane), y: 14, "text-anchor": "middle" }, lane);
    }
  };

  Stage.prototype.drawThreads = function (now) {
    var stage = this, at = this.at, top = 0;
    this.run.rows.forEach(function (row, place) {
      var bottom = stage.y(place) + at.row / 2, state = place > now ? " later" : "";
      for (var lane = 0; lane < stage.run.lanes; lane++) {
        shape(stage.rows, "line", {
          class: "player-thread" + (state || (traces.has(row.step.active, lane) ? "" : " waits")),
          x1: stage.x(lane), x2: stage.x(lane), y1: top, y2: bottom,
        });
      }
      top = bottom;
    });
  };

  Stage.prototype.drawTitle = function (place, now) {
    var row = this.run.rows[place], y = this.y(place) + 4, state = place > now ? " later" : "", at = this.at;
    shape(this.rows, "text", { class: "player-kind" + state, x: at.left - 10, y: y, "text-anchor": "end" }, row.kind);
    if (row.cost && at.costs && place <= now) {
      shape(this.rows, "text", { class: "player-cost" + (row.cost.count > 1 && row.cost.noun === "wavefront" ? " high" : ""),
        x: at.width - at.right + 10, y: y }, traces.some(row.cost.count, row.cost.noun));
    }
  };

  Stage.prototype.drawLinks = function (place, now) {
    var stage = this, row = this.run.rows[place], half = this.at.row / 2, fresh = place === now ? " fresh" : "";
    cellsOf(row).forEach(function (cell) {
      if (comesFromAfar(row, cell) && (fresh || stage.run.lanes <= 16)) {
        shape(stage.rows, "line", { class: "player-link" + fresh, x1: stage.x(cell.from.lane), y1: stage.y(cell.from.row) + half,
          x2: stage.x(cell.lane), y2: stage.y(place) - half, pathLength: 1 });
      }
    });
  };

  Stage.prototype.drawCells = function (place, now) {
    var stage = this, row = this.run.rows[place], at = this.at, fresh = place === now ? " fresh" : "";
    var width = Math.min(at.cell - (at.cell < 20 ? 1 : 6), 44), letters = this.letters(width);
    cellsOf(row).forEach(function (cell) {
      var x = stage.x(cell.lane), y = stage.y(place), side = row.kind === "branch" ? (cell.jumps ? " jumps" : " stays") : "";
      shape(stage.rows, "rect", {
        class: "player-cell " + row.kind + side + fresh, x: x - width / 2, y: y - at.row / 2, width: width, height: at.row, rx: 4,
      });
      var text = row.kind !== "branch" ? traces.shown(cell.value) : width < 36 ? "" : cell.jumps ? "jump" : "go on";
      var size = row.kind === "branch" ? 11 : letters;
      if (size && text) {
        shape(stage.rows, "text", { class: "player-value" + fresh, x: x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" }, text);
      }
    });
  };

  // Shared memory behind the step: a column a bank. What the step touches stands out, a wavefront after the other.
  Stage.prototype.drawWords = function (now) {
    var at = this.at, words = at.words, row = this.run.rows[now], stage = this, touched = {};
    var held = traces.contents(this.run.rows.slice(0, now + 1));
    if (row.space === "shared") {
      cellsOf(row).forEach(function (cell) {
        for (var byte = 0; byte < row.step.bytes; byte += 4) {
          touched[Math.floor((cell.at + byte) / 4)] = cell;
        }
      });
    }
    shape(this.picture, "text", { class: "player-kind", x: at.left - 10, y: words.top - 8, "text-anchor": "end" },
      words.columns === bankCount ? "bank" : "word");
    shape(this.picture, "text", { class: "player-kind", x: at.left - 10, y: words.top + 15, "text-anchor": "end" }, "shared");
    for (var column = 0; column < words.columns; column++) {
      if (words.columns < bankCount || column % 4 === 0) {
        shape(this.picture, "text", { class: "player-axis", x: at.left + (column + 0.5) * words.cell, y: words.top - 8, "text-anchor": "middle" }, column);
      }
    }
    for (var word = 0; word < this.run.words; word++) {
      var x = at.left + word % words.columns * words.cell, y = words.top + Math.floor(word / words.columns) * words.height;
      var cell = touched[word], state = cell ? " touched " + row.kind : held[word] === undefined ? "" : " held";
      var box = shape(this.picture, "rect", { class: "player-word" + state, x: x + 0.5, y: y + 0.5, width: words.cell - 1, height: words.height - 1, rx: 1.5 });
      if (cell && cell.wave) {
        box.style.animationDelay = Math.min(cell.wave * 45, 1500) + "ms";
      }
      var letters = words.height > 12 ? stage.letters(words.cell) : 0;
      if (letters && held[word] !== undefined) {
        shape(this.picture, "text", { class: "player-value" + (cell ? " fresh" : ""), x: x + words.cell / 2, y: y + words.height / 2 + letters * 0.36,
          "font-size": letters, "text-anchor": "middle" }, traces.shown(held[word]));
      }
    }
  };

  // Global memory: a row a line of 128 bytes that the step touches, four sectors each, marks where lanes access.
  Stage.prototype.drawLines = function (now) {
    var at = this.at, lines = at.lines, row = this.run.rows[now], stage = this, found = linesOf(row);
    shape(this.picture, "text", { class: "player-kind" + (found.length ? "" : " later"), x: at.left - 10, y: lines.top - 8,
      "text-anchor": "end" }, "global");
    for (var sector = 0; sector < 4; sector++) {
      shape(this.picture, "text", { class: "player-axis", x: at.left + (sector + 0.5) * lines.width / 4, y: lines.top - 8, "text-anchor": "middle" },
        "sector " + sector);
    }
    found.forEach(function (line, place) {
      var y = lines.top + place * lines.height, touched = {};
      row.step.at.forEach(function (byte) {
        if (Math.floor(byte / 128) === line) {
          touched[Math.floor(byte / 32) % 4] = true;
        }
      });
      for (var sector = 0; sector < 4; sector++) {
        shape(stage.picture, "rect", { class: "player-word" + (touched[sector] ? " held" : ""), x: at.left + sector * lines.width / 4 + 0.5,
          y: y + 0.5, width: lines.width / 4 - 1, height: lines.height - 1, rx: 1.5 });
      }
      row.step.at.forEach(function (byte, k) {
        if (Math.floor(byte / 128) !== line) {
          return;
        }
        var x = at.left + byte % 128 / 128 * lines.width, width = row.step.bytes / 128 * lines.width;
        shape(stage.picture, "rect", { class: "player-word touched " + row.kind, x: x + 1, y: y + 2, width: Math.max(2, width - 2),
          height: lines.height - 4, rx: 1 });
        if (width >= 16 && lines.height > 12) {
          shape(stage.picture, "text", { class: "player-value", x: x + width / 2, y: y + 12.5, "font-size": 10, "text-anchor": "middle" },
            row.step.lanes[k]);
        }
      });
      if (lines.height > 12) {
        shape(stage.picture, "text", { class: "player-axis", x: at.left - 10, y: y + 13, "text-anchor": "end" }, "+" + line * 128);
      }
    });
  };

  function Player(holder, data) {
    this.holder = holder;
    this.data = data;
    var number = holder.parentNode.querySelector(".caption-number");
    this.figure = number ? number.textContent.trim().replace(/\.$/, "") : "Figure";
    this.now = 0;
    this.timer = null;
    var opener = this.opener = element(holder, "button", { type: "button", class: "player-open", "aria-expanded": "false" });
    icon(opener, "play");
    element(opener, "span", {}, "Step through this run");
    opener.addEventListener("click", this.toggle.bind(this));
  }

  Player.prototype.toggle = function () {
    var opens = !this.holder.classList.contains("open");
    this.pause();
    this.holder.classList.toggle("open", opens);
    this.opener.setAttribute("aria-expanded", String(opens));
    this.opener.firstChild.firstChild.setAttribute("d", icons[opens ? "back" : "play"]);
    this.opener.lastChild.textContent = opens ? "Back to the figure" : "Step through this run";
    if (opens && !this.body) {
      this.build();
      this.choose(0);
    }
    this.body.hidden = !opens;
    if (opens) {
      this.show(this.now);
    }
  };

  Player.prototype.build = function () {
    var player = this, body = this.body = element(this.holder, "div", { class: "player-body" });
    this.name = "player-" + Array.prototype.indexOf.call(document.querySelectorAll(".player"), this.holder);
    if (this.data.traces.length > 1) {
      var choice = element(body, "fieldset", { class: "player-choice" });
      element(choice, "legend", { class: "hidden" }, "Which run");
      this.data.traces.forEach(function (trace, place) {
        var label = element(choice, "label");
        var radio = element(label, "input", { type: "radio", name: player.name });
        radio.checked = place === 0;
        label.appendChild(document.createTextNode(" " + trace.label));
        radio.addEventListener("change", function () { player.choose(place); });
      });
    }
    this.code = element(body, "pre", { class: "player-code", tabindex: "0", role: "region", "aria-label": this.figure + ", source" });
    this.stageHolder = element(body, "div");
    this.words = element(body, "p", { class: "player-words", "aria-live": "polite" });
    this.buildControls();
    this.table = element(body, "details", { class: "player-table" });
    element(this.table, "summary", {}, "The run as a table");
    this.table.addEventListener("toggle", function () { player.fillTable(); });
    this.holder.addEventListener("keydown", this.onKey.bind(this));
    if (window.ResizeObserver) {
      var width = 0;
      new ResizeObserver(function (entries) {
        var wide = Math.round(entries[0].contentRect.width);
        if (wide && wide !== width) {
          width = wide;
          player.show(player.now);
        }
      }).observe(this.stageHolder);
    }
  };

  Player.prototype.buildControls = function () {
    var player = this, bar = element(this.body, "div", { class: "player-controls", role: "group", "aria-label": this.figure + ", player" });
    function button(name, label, action) {
      var made = element(bar, "button", { type: "button", "aria-label": label, title: label });
      icon(made, name);
      made.addEventListener("click", action);
      return made;
    }
    this.firstButton = button("first", "First step", function () { player.go(0); });
    this.backButton = button("back", "Step back", function () { player.go(player.now - 1); });
    this.playButton = button("play", "Play", function () { player.play(); });
    this.forwardButton = button("forward", "Step forward", function () { player.go(player.now + 1); });
    this.slider = element(bar, "input", { type: "range", min: 1, value: 1, "aria-label": "Step" });
    this.slider.addEventListener("input", function () { player.go(Number(player.slider.value) - 1); });
    this.count = element(bar, "span", { class: "player-count" });
    var label = element(bar, "label", { class: "player-speed" });
    element(label, "span", { class: "word" }, "Speed ");
    this.speed = element(label, "select");
    [["0.5", "½"], ["1", "1"], ["2", "2"], ["4", "4"]].forEach(function (pair) {
      element(player.speed, "option", { value: pair[0] }, pair[1] + "×");
    });
    this.speed.value = "1";
    this.speed.addEventListener("change", function () {
      if (player.timer) {
        player.pause();
        player.play();
      }
    });
  };

  Player.prototype.choose = function (place) {
    var trace = this.data.traces[place], code = this.code;
    this.pause();
    this.run = traces.read(trace);
    this.stageHolder.textContent = "";
    this.stage = new Stage(this.stageHolder, this.run, this.data.memory, this.figure);
    this.slider.max = this.run.rows.length;
    code.textContent = "";
    code.hidden = !trace.code.length;
    this.lines = {};
    trace.code.forEach(function (excerpt, place) {
      if (place > 0) {
        element(code, "span", { class: "player-gap" }, "…\n");
      }
      excerpt.forEach(function (line) {
        var text = line[1] || " ", indent = text.search(/\S|$/), made = element(code, "span", { class: "i" + Math.min(indent, 13) }, text.slice(0, indent));
        element(made, "span", { class: "rest" }, text.slice(indent) + "\n");
        this.lines[line[0]] = this.lines[line[0]] || made;
      }, this);
    }, this);
    this.table.open = false;
    this.filled = null;
    this.show(Math.min(this.now, this.run.rows.length - 1));
  };

  // What the memory has cost up to a step.
  Player.prototype.sum = function (now) {
    var totals = {};
    this.run.rows.slice(0, now + 1).forEach(function (row) {
      if (row.cost) {
        totals[row.cost.noun] = (totals[row.cost.noun] || 0) + row.cost.count;
      }
    });
    return Object.keys(totals).map(function (noun) { return traces.some(totals[noun], noun); }).join(", ");
  };

  Player.prototype.show = function (now) {
    var rows = this.run.rows, row = rows[now], last = rows.length - 1, sum = this.sum(now);
    this.now = now;
    this.words.textContent = "";
    element(this.words, "strong", {}, "Step " + (now + 1) + ", " + row.title + ":");
    this.words.appendChild(document.createTextNode(" " + row.words + (sum ? " So far: " + sum + "." : "")));
    this.stage.draw(now, this.words.textContent);
    this.slider.value = now + 1;
    this.slider.setAttribute("aria-valuetext", "step " + (now + 1) + " of " + rows.length + ", " + row.title);
    this.count.textContent = now + 1 + " / " + rows.length;
    [[this.firstButton, now === 0], [this.backButton, now === 0], [this.forwardButton, now === last]].forEach(function (pair) {
      pair[0].setAttribute("aria-disabled", String(pair[1]));
    });
    Object.keys(this.lines).forEach(function (number) {
      var is = Number(number) === row.line;
      this.lines[number].classList.toggle("now", is);
      if (is && this.code.scrollHeight > this.code.clientHeight) {
        this.code.scrollTop = this.lines[number].offsetTop - this.code.clientHeight / 2;
      }
    }, this);
  };

  Player.prototype.go = function (place) {
    this.pause();
    if (place >= 0 && place < this.run.rows.length && place !== this.now) {
      this.show(place);
    }
  };

  Player.prototype.play = function () {
    var player = this;
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.now === this.run.rows.length - 1) {
      this.show(0);
    }
    icon(this.playButton, "pause");
    this.playButton.setAttribute("aria-label", "Pause");
    this.playButton.title = "Pause";
    // Nobody can listen as fast as this plays.
    this.words.setAttribute("aria-live", "off");
    this.timer = setInterval(function () {
      if (player.now < player.run.rows.length - 1) {
        player.show(player.now + 1);
      }
      if (player.now === player.run.rows.length - 1) {
        player.pause();
      }
    }, 1200 / Number(this.speed.value));
  };

  Player.prototype.pause = function () {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
      icon(this.playButton, "play");
      this.playButton.setAttribute("aria-label", "Play");
      this.playButton.title = "Play";
      this.words.setAttribute("aria-live", "polite");
    }
  };

  // Arrows step and the space bar plays, where the focus is on the picture or on a button and does not need them itself.
  Player.prototype.onKey = function (event) {
    var target = event.target, region = this.stage.region;
    var taken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (taken || !target.closest(".player-stage, .player-controls button") || String(getSelection())) {
      return;
    }
    var scrolls = target === region && region.scrollWidth > region.clientWidth + 1;
    if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && !scrolls) {
      this.go(this.now + (event.key === "ArrowRight" ? 1 : -1));
    } else if (event.key === " " && target === region) {
      this.play();
    } else {
      return;
    }
    event.preventDefault();
  };

  Player.prototype.fillTable = function () {
    if (!this.table.open || this.filled === this.run) {
      return;
    }
    var run = this.filled = this.run, old = this.table.querySelector("div"), lane;
    if (old) {
      old.remove();
    }
    var scroll = element(this.table, "div", { class: "scroll", tabindex: "0", role: "region", "aria-label": this.figure + ", the run as a table" });
    var table = element(scroll, "table"), head = element(element(table, "thead"), "tr");
    ["step", "what"].forEach(function (name) { element(head, "th", { scope: "col" }, name); });
    for (lane = 0; lane < run.lanes; lane++) {
      element(head, "th", { scope: "col" }, "lane " + lane);
    }
    element(head, "th", { scope: "col" }, "memory");
    var body = element(table, "tbody");
    run.rows.forEach(function (row, place) {
      var line = element(body, "tr");
      element(line, "th", { scope: "row" }, place + 1);
      element(line, "td", {}, row.title);
      for (lane = 0; lane < run.lanes; lane++) {
        var cell = row.cells[lane];
        element(line, "td", {}, !cell ? "" : row.kind === "branch" ? (cell.jumps ? "jumps" : "goes on") : traces.shown(cell.value) +
          (row.kind === "shuffle" && cell.from ? " (" + traces.shown(cell.read) + " of " + cell.source + ")" : row.space === "shared" ? " @" + cell.at / 4 : ""));
      }
      element(line, "td", {}, row.cost ? traces.some(row.cost.count, row.cost.noun) : "");
    });
  };

  document.querySelectorAll(".player").forEach(function (holder) {
    new Player(holder, JSON.parse(holder.querySelector("script").textContent));
  });
})();
