// What a player shows of a trace: which lane does what in which step, where its value comes from, and that in words.
(function (scope) {
  "use strict";

  function has(mask, lane) {
    return Math.floor(mask / Math.pow(2, lane)) % 2 === 1;
  }

  // A float's first digits; whole numbers as they are.
  function shown(value) {
    return typeof value === "number" && value % 1 ? String(Number(value.toPrecision(4))) : String(value);
  }

  function some(count, noun) {
    return count + " " + noun + (count === 1 ? "" : "s");
  }

  function joined(parts) {
    return parts.length < 2 ? parts.join("") : parts.slice(0, -1).join(", ") + " and " + parts[parts.length - 1];
  }

  // "lane 3", "lanes 0 to 7", "lanes 0, 4 and 6 to 9".
  function named(lanes) {
    var runs = [];
    lanes.forEach(function (lane) {
      var run = runs[runs.length - 1];
      if (run && run[1] === lane - 1) {
        run[1] = lane;
      } else {
        runs.push([lane, lane]);
      }
    });
    var parts = [];
    runs.forEach(function (run) {
      if (run[1] - run[0] === 1) {
        parts.push(run[0], run[1]);
      } else {
        parts.push(run[0] === run[1] ? run[0] : run[0] + " to " + run[1]);
      }
    });
    return (lanes.length === 1 ? "lane " : "lanes ") + joined(parts);
  }

  function kindOf(step) {
    var name = step.op.split(".")[0];
    return { shfl: "shuffle", ld: "load", ldu: "load", st: "store", bra: "branch" }[name] || "atomic";
  }

  function most(numbers) {
    return numbers ? Math.max.apply(null, numbers) : -1;
  }

  // What a step costs of memory: passes over the banks, or sectors.
  function costOf(step) {
    if (step.wave) {
      return { count: most(step.wave) + 1, noun: "wavefront" };
    }
    return step.sectors ? { count: step.sectors, noun: "sector" } : null;
  }

  // What a lane holds behind a step is seen in what it shuffles or stores next.
  function heldBehind(steps, place, lane) {
    for (var i = place + 1; i < steps.length; i++) {
      var k = steps[i].warp === steps[place].warp ? steps[i].lanes.indexOf(lane) : -1;
      if (k >= 0 && steps[i].before && !steps[i].at) {
        return steps[i].before[k];
      }
      if (k >= 0 && kindOf(steps[i]) === "store") {
        return steps[i].after[k];
      }
      if (k >= 0 && kindOf(steps[i]) !== "branch") {
        return undefined;
      }
    }
    return undefined;
  }

  // One lane's part in a step. `from` is the cell that its value comes from.
  function cellsOf(steps, place, last, writers) {
    var step = steps[place], kind = kindOf(step), cells = {};
    step.lanes.forEach(function (lane, k) {
      var cell = { lane: lane, value: step.after[k] };
      if (kind === "shuffle") {
        var held = heldBehind(steps, place, lane), source = step.from[k];
        cell.read = step.after[k];
        cell.source = source;
        cell.value = held === undefined ? step.after[k] : held;
        if (source !== lane) {
          cell.from = { row: (last[step.warp + " " + source] || { row: place - 1 }).row, lane: source };
        }
      } else if (kind === "load") {
        cell.from = writers[step.space + step.at[k]];
      } else if (kind === "branch") {
        cell.jumps = step.after[k] === 1;
      } else if (kind === "atomic") {
        cell.before = step.before[k];
      }
      if (step.at) {
        cell.at = step.at[k];
        cell.bank = step.bank && step.bank[k];
        cell.wave = step.wave && step.wave[k];
      }
      cells[lane] = cell;
    });
    step.lanes.forEach(function (lane, k) {
      last[step.warp + " " + lane] = { row: place, lane: lane };
      if (step.at && kind !== "load") {
        writers[step.space + step.at[k]] = { row: place, lane: lane };
      }
    });
    return cells;
  }

  function deed(row, cell) {
    var place = row.space === "shared" ? " word " + cell.at / 4 : "";
    var value = shown(cell.value);
    switch (row.kind) {
      case "shuffle":
        return "reads " + shown(cell.read) + (cell.from ? " from lane " + cell.source : " from itself") +
          (cell.value === cell.read ? "" : " and then holds " + value);
      case "load":
        return "reads " + value + (place && " from" + place);
      case "store":
        return "writes " + value + (place && " to" + place);
      default:
        return "finds " + shown(cell.before) + " and leaves " + value;
    }
  }

  function wordsOf(row, lanes) {
    var working = row.step.lanes, idle = [], waiting = [];
    for (var lane = 0; lane < lanes; lane++) {
      if (!has(row.step.active, lane)) {
        waiting.push(lane);
      } else if (!row.cells[lane]) {
        idle.push(lane);
      }
    }
    var words;
    if (row.kind === "branch") {
      var sides = [true, false].map(function (jumps) {
        return working.filter(function (lane) { return row.cells[lane].jumps === jumps; });
      });
      words = "the warp parts: " + named(sides[0]) + " jump" + (sides[0].length === 1 ? "s" : "") + ", " +
        named(sides[1]) + (sides[1].length === 1 ? " goes on." : " go on.");
    } else {
      var first = working.filter(function (lane) { return row.cells[lane].from; })[0];
      var told = [first === undefined ? working[0] : first];
      working.forEach(function (lane) {
        if (lane > told[0] && told.length < 3) {
          told.push(lane);
        }
      });
      words = told.map(function (lane) { return "lane " + lane + " " + deed(row, row.cells[lane]); }).join("; ") +
        (told.length < working.length ? "; and so on, " + some(working.length, "lane") + " at once." : ".");
    }
    words += waiting.length ? " Not active: " + named(waiting) + "." : "";
    words += idle.length ? " Nothing to do for " + named(idle) + "." : "";
    return words + (row.cost ? " " + some(row.cost.count, row.cost.noun) + "." : "");
  }

  function titleOf(row, warps) {
    return row.kind + (row.space ? (row.kind === "load" ? " from " : row.kind === "store" ? " to " : " in ") + row.space : "") +
      (warps > 1 ? ", warp " + row.step.warp : "");
  }

  // { lanes, words (of shared memory), rows: { kind, space, title, cells by lane, cost, line, words } … }.
  function read(trace) {
    var last = {}, writers = {}, lanes = 0, words = 0, warps = {};
    trace.steps.forEach(function (step) {
      lanes = Math.max(lanes, most(step.lanes) + 1);
      warps[step.warp] = true;
      if (step.space === "shared") {
        words = Math.max(words, Math.ceil((most(step.at) + step.bytes) / 4));
      }
    });
    var rows = trace.steps.map(function (step, place) {
      var row = { step: step, kind: kindOf(step), space: step.space, line: step.line, cost: costOf(step) };
      row.cells = cellsOf(trace.steps, place, last, writers);
      row.title = titleOf(row, Object.keys(warps).length);
      row.words = wordsOf(row, lanes);
      return row;
    });
    // Where there are more words than banks, all of a row are shown.
    return { lanes: lanes, words: words > 32 ? Math.ceil(words / 32) * 32 : words, rows: rows };
  }

  // What shared memory holds behind so many rows: values by their words.
  function contents(rows) {
    var held = {};
    rows.forEach(function (row) {
      if (row.space === "shared" && row.kind !== "load") {
        row.step.lanes.forEach(function (lane) { held[row.cells[lane].at / 4] = row.cells[lane].value; });
      }
    });
    return held;
  }

  scope.traces = { read: read, contents: contents, has: has, shown: shown, some: some };
})(this);
