# data: scan-warps
# Three warp scans and a copy, for 2^28 integers.
rungs = 4
array names_of[rungs] = ["predicated", "branch-free", "shuffles", "copy"]
array texts[rungs] = ["predicated", "branch-free", "shuffles", "a copy"]
array ms[rungs]
array colours_of[rungs]
do for [i=1:rungs] {
  colours_of[i] = i > 3 ? ink : series_1
  stats scan_warps using (strcol("variant") eq names_of[i] && column("n") == 2 ** 28 ? (ms[i] = column("ms")) : NaN) nooutput
}
bar_unit = "ms"
bar_scale = 1
bar_format = "%.3f"
load "ladder-bars.gp"
