// The aid "coalescing": choose how a warp's lanes are spread over memory, see what that touches.
(function () {
  "use strict";
  var rule = window.sectors;
  var pixels = 4; // a byte
  var left = 62; // of it the addresses stand
  var rowHeight = 26;

  var kinds = [
    { name: "size", label: "Bytes an element", options: [1, 2, 4, 8, 12, 16], value: 4 },
    { name: "width", label: "Bytes an access", options: [1, 2, 4, 8, 16], value: 4 },
    { name: "stride", label: "Stride, in elements", most: 32, value: 1 },
    { name: "offset", label: "Offset, in elements", most: 32, value: 0 },
    { name: "part", label: "Part of the element", most: 15, value: 0 },
  ];

  var element = window.bookAdd, shape = window.bookDraw;

  /** A control of this kind: its input, and where its value is shown. */
  function addControl(form, kind, prefix, changed) {
    var control = { name: kind.name };
    var identifier = prefix + "-" + kind.name;
    var cell = element(form, "p", { class: "aid-control" });
    element(cell, "label", { for: identifier }, kind.label);
    if (kind.options) {
      control.input = element(cell, "select", { id: identifier });
      kind.options.forEach(function (option) {
        element(control.input, "option", { value: option }, option);
      });
    } else {
      var attributes = { id: identifier, type: "range", min: 0, max: kind.most, step: 1 };
      control.input = element(cell, "input", attributes);
      control.shown = element(cell, "output", { for: identifier });
    }
    control.input.value = kind.value;
    control.input.addEventListener("input", changed);
    return control;
  }

  function read(controls) {
    var choice = {};
    controls.forEach(function (control) {
      choice[control.name] = Number(control.input.value);
    });
    return choice;
  }

  /** Offers only the parts that an element has. */
  function limitPart(choice, part) {
    var most = rule.parts(choice) - 1;
    part.input.max = most;
    part.input.disabled = most === 0;
    choice.part = Math.min(choice.part, most);
    part.input.value = choice.part;
  }

  function plural(count, noun) {
    return count + " " + noun + (count === 1 ? "" : "s");
  }

  function differentBytes(choice) {
    return new Set(rule.addresses(choice)).size * choice.width;
  }

  /** What the picture shows, in words. */
  function describe(choice) {
    var wrong = rule.firstMisaligned(choice);
    if (wrong >= 0) {
      return "Misaligned: lane " + wrong + " would access " + choice.width + " bytes at address " +
        rule.addresses(choice)[wrong] + ", which is no multiple of " + choice.width +
        ". The GPU ends such a kernel with an error.";
    }
    var wanted = differentBytes(choice);
    var sectors = rule.sectors(choice).length;
    var moved = sectors * rule.sectorBytes;
    return "The request touches " + plural(sectors, "sector") + " in " +
      plural(rule.lines(choice).length, "line") + ": " + moved + " bytes move, of which " + wanted +
      " are asked for, " + Math.round((100 * wanted) / moved) + " %.";
  }

  function hexadecimal(number) {
    return "0x" + number.toString(16).padStart(3, "0");
  }

  /** Where an access lies in the picture: of a misaligned one, only what is in the line where it begins. */
  function drawAccesses(svg, choice, rows) {
    var at = new Map();
    rule.addresses(choice).forEach(function (address, lane) {
      at.set(address, (at.get(address) || []).concat(lane));
    });
    at.forEach(function (lanes, address) {
      var inLine = address % rule.lineBytes;
      var y = rows.get(Math.floor(address / rule.lineBytes)) * rowHeight;
      var width = Math.min(choice.width, rule.lineBytes - inLine) * pixels;
      shape(svg, "rect", {
        class: "aid-access", x: left + inLine * pixels + 0.5, y: y + 6.5, width: width - 1, height: rowHeight - 11,
      });
      var label = lanes.length === 1 ? String(lanes[0]) : lanes[0] + "–" + lanes[lanes.length - 1];
      if (width >= 7 * label.length) {
        shape(svg, "text", { class: "aid-lane", x: left + inLine * pixels + width / 2, y: y + 18 }, label);
      }
    });
  }

  function draw(region, choice) {
    var lines = rule.lines(choice);
    var rows = new Map(lines.map(function (line, row) {
      return [line, row];
    }));
    var width = left + rule.lineBytes * pixels + 2;
    region.textContent = "";
    var svg = shape(region, "svg", {
      viewBox: "0 0 " + width + " " + (lines.length * rowHeight + 4), role: "img", "aria-label": describe(choice),
    });
    var sectors = new Set(rule.sectors(choice));
    var perLine = rule.lineBytes / rule.sectorBytes;
    lines.forEach(function (line, row) {
      var text = { class: "aid-address", x: left - 8, y: row * rowHeight + 18 };
      shape(svg, "text", text, hexadecimal(line * rule.lineBytes));
      for (var k = 0; k < perLine; k += 1) {
        shape(svg, "rect", {
          class: sectors.has(line * perLine + k) ? "aid-sector touched" : "aid-sector",
          x: left + k * rule.sectorBytes * pixels, y: row * rowHeight + 2,
          width: rule.sectorBytes * pixels, height: rowHeight - 2,
        });
      }
    });
    drawAccesses(svg, choice, rows);
  }

  function build(aid) {
    var fallback = aid.querySelector(".aid-fallback");
    if (fallback) {
      fallback.remove();
    }
    var form = element(aid, "form", { class: "aid-controls" });
    form.addEventListener("submit", function (event) {
      event.preventDefault();
    });
    var words = element(aid, "p", { class: "aid-words", "aria-live": "polite" });
    var region = element(aid, "div", {
      class: "picture", tabindex: "0", role: "region", "aria-label": "Lines of memory, scrollable",
    });
    function changed() {
      var choice = read(controls);
      limitPart(choice, controls[4]);
      controls.forEach(function (control) {
        if (control.shown) {
          control.shown.textContent = control.input.value;
        }
      });
      words.textContent = describe(choice);
      draw(region, choice);
    }
    var controls = kinds.map(function (kind) {
      return addControl(form, kind, aid.id || "coalescing", changed);
    });
    changed();
  }

  document.querySelectorAll('[data-aid="coalescing"]').forEach(build);
})();
