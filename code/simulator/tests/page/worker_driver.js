"use strict";
// worker_driver.js SCRIPT: gives the page's worker the requests on stdin, a line of JSON each, and writes its messages
// to stdout. Bytes are in base64, there and here: { "base64": … }.

const fs = require("node:fs");
const readline = require("node:readline");
const vm = require("node:vm");

/** @param {string} _key @param {any} value */
const packed = (_key, value) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;

/** @param {string} _key @param {any} value */
const unpacked = (_key, value) =>
  typeof value?.base64 === "string" ? new Uint8Array(Buffer.from(value.base64, "base64")) : value;

/** @type {any} */
const page = {};
vm.runInNewContext(fs.readFileSync(process.argv[2], "utf8"), page);

// What a worker has of a browser, and nothing of node.
/** @type {any} */
const self = {
  postMessage: (/** @type {any} */ message) => process.stdout.write(`${JSON.stringify(message, packed)}\n`),
  location: { href: "blob:null/0" },
};
self.self = self;
for (const name of ["atob", "Blob", "DecompressionStream", "performance", "Response", "TextDecoder", "WebAssembly"])
  self[name] = globalThis[name];
self.importScripts = () => {};
self.Uint8Array = Uint8Array;
self.console = console;
vm.runInNewContext(page.simulatorScript, self);

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin }))
    await self.onmessage({ data: JSON.parse(line, unpacked) });
})();
