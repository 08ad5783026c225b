// A message from block to block, by a flag: what the order of two writes does, and what fences are for.
"use strict";
experiment("what-may-be-relied-on/message", {
  knobs: {
    first: { label: "Block 0 begins with", options: ["the message", "the flag"], value: "the message" },
    fences: { label: "The fences", value: true },
  },
  memory: () => ({ message: Int32Array.of(7), flag: new Int32Array(1), taken: new Int32Array(1) }),
  launch: k => ({
    kernel: `${k.fences ? "" : "without_fences::"}${k.first === "the message" ? "pass_message" : "raise_flag_first"}`,
    grid: 2, block: 1, arguments: ["message", "flag", "taken"],
  }),
  reference: () => ({ message: Int32Array.of(42), flag: Int32Array.of(1), taken: Int32Array.of(42) }),
  counts: ["global_store_requests", "global_atomic_requests", "global_load_requests", "warp_instructions"],
  traced: "none",
  race: { first: "the flag", fences: true },
  mistake: k => (!k.fences || k.first === "the flag") && { faults: ["race in global memory"], wrong: "perhaps" },
});
