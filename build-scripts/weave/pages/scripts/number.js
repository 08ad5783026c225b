// How a script shows a number: as the weaver's number.lua does.
"use strict";

/**
 * Digits in groups of three where there are five or more, and a true minus.
 * @param {number} value
 * @param {number} [decimals]  at most
 */
const numberShown = (value, decimals = 2) => {
  const [whole, ...rest] = String(Number(Math.abs(value).toFixed(decimals))).split(".");
  const grouped = whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return `${value < 0 && Number(value.toFixed(decimals)) ? "\u2212" : ""}${[grouped, ...rest].join(".")}`;
};
