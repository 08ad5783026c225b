# data: reduction-ladder
# The seven steps for 2^26 floats, all launches together.
rungs = 7
array names_of[rungs] = ["modulo", "strided", "sequential", "first-add", "last-warp", "unrolled", "cascading"]
array texts[rungs] = ["modulo", "strided", "sequential", "first add during load", "last warp unrolled", "completely unrolled", "cascading"]
array ms[rungs]
array colours_of[rungs]
do for [i=1:rungs] {
  colours_of[i] = series_1
  stats reduction_ladder using (strcol("variant") eq names_of[i] && strcol("type") eq "float" && column("n") == 2 ** 26 ? (ms[i] = column("ms")) : NaN) nooutput
}
bar_unit = "ms"
bar_scale = 1
bar_format = "%.3f"
load "ladder-bars.gp"
