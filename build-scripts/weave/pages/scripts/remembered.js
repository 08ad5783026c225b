// What this browser remembers of the book, apart from other books on the same host. A browser may forbid it; what is
// chosen then lasts as long as the page.
"use strict";

const memory = {
  /** @param {string} key */
  nameOf: key => `${document.documentElement.dataset.book}/${key}`,

  /** @param {string} key */
  recall(key) {
    try {
      return localStorage.getItem(memory.nameOf(key));
    } catch {
      return null;
    }
  },

  /**
   * @param {string} key
   * @param {string} value
   */
  remember(key, value) {
    try {
      localStorage.setItem(memory.nameOf(key), value);
    } catch {}
  },

  /** @param {string} key */
  forget(key) {
    try {
      localStorage.removeItem(memory.nameOf(key));
    } catch {}
  },
};
