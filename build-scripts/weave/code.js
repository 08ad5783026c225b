// A button beside each piece of code that copies it as a compiler would take it: without references and signs.
(function () {
  "use strict";

  // Where the code refers to other chunks, what they hold is in the unfolded code; a later part has none, and there their
  // names stand as comments.
  function cleanText(chunk) {
    var unfolded = chunk.querySelector(".unfold pre"), code = chunk.querySelector("pre").cloneNode(true);
    var step = code.classList.contains("step"), references = code.querySelectorAll("a.reference");
    if (references.length && unfolded && !step) {
      return unfolded.textContent;
    }
    references.forEach(function (reference) {
      reference.textContent = "// " + reference.textContent.replace(/[\u27e8\u27e9]/g, "");
    });
    if (step) {
      code.querySelectorAll("del").forEach(function (line) { line.remove(); });
      code.querySelectorAll(".sign").forEach(function (sign) { sign.remove(); });
    }
    return code.textContent;
  }

  // Browsers that keep the clipboard from pages of files still copy what is selected.
  function copySelected(text) {
    var area = document.createElement("textarea");
    area.value = text;
    area.className = "hidden";
    document.body.appendChild(area);
    area.select();
    var done = document.execCommand("copy");
    area.remove();
    return done ? Promise.resolve() : Promise.reject(new Error("the browser refuses"));
  }

  function copy(text) {
    return navigator.clipboard
      ? navigator.clipboard.writeText(text).catch(function () { return copySelected(text); })
      : copySelected(text);
  }

  function addButton(chunk) {
    var button = document.createElement("button"), name = chunk.querySelector(".chunk-name").textContent;
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy " + name);
    button.addEventListener("click", function () {
      copy(cleanText(chunk)).then(function () { return "Copied"; }, function () { return "Not copied"; }).then(function (word) {
        button.textContent = word;
        status.textContent = word + " " + name;
        setTimeout(function () { button.textContent = "Copy"; }, 2000);
      });
    });
    chunk.querySelector(".chunk-head").appendChild(button);
  }

  var status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  document.body.appendChild(status);
  document.querySelectorAll(".chunk").forEach(addButton);
})();
