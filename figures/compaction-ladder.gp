# data: compaction-atomics

# How many times as fast as an atomic per warp each version is, for the most integers.
most = 2 ** 28
steps = 5
array ms[5]
array titles[5] = ["an atomic per warp", "an atomic per tile", "three launches", "looking back", "the last kernel"]
array shades[5] = [series_2, series_3, series_6, series_4, series_1]
kinds = "atomic atomic-per-tile three-launches look-back last"
do for [i=1:5] {
  stats compaction_atomics using (strcol("variant") eq word(kinds, i) && column("n") == most ? (ms[i] = column("ms")) : NaN) nooutput
}
below = "times as fast as an atomic per warp"
load "ladder.gp"
