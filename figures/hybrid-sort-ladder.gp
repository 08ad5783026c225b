# data: hybrid-sort-partition

# How many times as fast as the simplest partition each of the others is.
steps = 4
array ms[4]
array titles[4] = ["an atomic per key", "per block and bucket", "the tile in order", "the last partition"]
array shades[4] = [series_2, series_3, series_4, series_1]
kinds = "scatter block order last"
do for [i=1:4] {
  stats hybrid_sort_partition using (strcol("variant") eq word(kinds, i) ? (ms[i] = column("ms")) : NaN) nooutput
}
below = "times as fast as the simplest partition"
load "ladder.gp"
