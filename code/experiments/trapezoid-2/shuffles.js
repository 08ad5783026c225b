// Sums of a warp by shuffles: every lane comes with a value or a zero, or some stay away, or are not there.
"use strict";
experiment("trapezoid-2/shuffles", {
  knobs: {
    way: { label: "Kernel", options: ["add_points_by_shuffle", "shuffle_inside_the_bounds", "sum_of_ones"], value: "add_points_by_shuffle" },
    n: { label: "Values to add, n", from: 1, to: 32, value: 20 },
  },
  memory: k => ({ values: numbers.fill(Float32Array, k.n, i => (i + 1) ** 2 + 1), sum: new Float32Array(1) }),
  launch: k => ({
    kernel: k.way === "add_points_by_shuffle" ? `${k.way}<Parabola>` : k.way,
    grid: 1,
    block: k.way === "sum_of_ones" ? k.n : 32,
    arguments: {
      add_points_by_shuffle: [u8(0), f32(0), f32(1), s32(k.n + 1), "sum"],
      shuffle_inside_the_bounds: ["values", s32(k.n), "sum"],
      sum_of_ones: ["sum"],
    }[k.way] ?? [],
  }),
  reference: (k, { values }) => ({ sum: Float32Array.of(k.way === "sum_of_ones" ? k.n : Array.from(values).reduce((sum, each) => sum + each, 0)) }),
  counts: ["shuffles", "global_atomic_requests", "global_load_requests", "warp_instructions", "lanes per instruction"],
  traced: "none",
  records: { "trapezoid-2-times": "variant=shuffle n=1024|1048576 ms" },
  recorded: k => k.way !== "add_points_by_shuffle" ? [] : [1024, 1048576].map(n => ({ result: "trapezoid-2-times", where: { variant: "shuffle", n } })),
  mistake: k => k.way !== "add_points_by_shuffle" && k.n < 32 && { faults: ["wrong mask of a warp instruction"], wrong: "perhaps" },
});
