// What the lanes of a warp ask of global memory, and which sectors and lines that touches: the rule
// by which the simulator counts. Lane l accesses `width` bytes of element offset + stride * l, whose
// elements have `size` bytes; of an element that is wider than an access, part `part`.
(function (scope) {
  "use strict";
  var lanes = 32;
  var sectorBytes = 32;
  var lineBytes = 128;

  /** The byte address of each lane's access; the array begins at 0, on the border of a line. */
  function addresses(choice) {
    var found = [];
    for (var lane = 0; lane < lanes; lane += 1) {
      found.push((choice.offset + choice.stride * lane) * choice.size + choice.part * choice.width);
    }
    return found;
  }

  /** How many accesses an element takes. */
  function parts(choice) {
    return Math.max(1, Math.floor(choice.size / choice.width));
  }

  /** The first lane whose address is no multiple of the width, which is an error; -1 if there is none. */
  function firstMisaligned(choice) {
    return addresses(choice).findIndex(function (address) {
      return address % choice.width !== 0;
    });
  }

  /** The numbers of the blocks of `bytes` bytes in which addresses lie, each once, in order. */
  function touched(list, bytes) {
    var blocks = list.map(function (address) {
      return Math.floor(address / bytes);
    });
    return Array.from(new Set(blocks)).sort(function (a, b) {
      return a - b;
    });
  }

  /** An aligned access of up to 16 bytes lies in one sector: that of its address. */
  function sectors(choice) {
    return touched(addresses(choice), sectorBytes);
  }

  function lines(choice) {
    return touched(addresses(choice), lineBytes);
  }

  var rule = {
    lanes: lanes,
    sectorBytes: sectorBytes,
    lineBytes: lineBytes,
    addresses: addresses,
    parts: parts,
    firstMisaligned: firstMisaligned,
    sectors: sectors,
    lines: lines,
  };
  if (typeof module !== "undefined") {
    module.exports = rule;
  } else {
    scope.sectors = rule;
  }
})(this);
