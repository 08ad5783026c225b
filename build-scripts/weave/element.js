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
