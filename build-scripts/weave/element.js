// Makes an element, for the scripts that add to a page.
window.bookElement = function (tag, className, text) {
  "use strict";
  var made = document.createElement(tag);
  if (className) {
    made.className = className;
  }
  if (text) {
    made.textContent = text;
  }
  return made;
};

// Adds an element with attributes to a parent.
window.bookAdd = function (parent, tag, attributes, text) {
  "use strict";
  return window.bookFill(parent, document.createElement(tag), attributes, text);
};

// The same for a shape in a drawing.
window.bookDraw = function (parent, tag, attributes, text) {
  "use strict";
  return window.bookFill(parent, document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, text);
};

window.bookFill = function (parent, made, attributes, text) {
  "use strict";
  Object.keys(attributes || {}).forEach(function (key) { made.setAttribute(key, attributes[key]); });
  if (text !== undefined) {
    made.textContent = text;
  }
  parent.appendChild(made);
  return made;
};
