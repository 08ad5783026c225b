# data: reduction-ladder
# From cascading to the last kernel, for 2^28 floats; CUB at the end.
rungs = 7
array names_of[rungs] = ["cascading", "shuffles", "vectors", "in-flight", "atomic", "last", "library"]
array texts[rungs] = ["cascading", "shuffles", "16 bytes per load", "four loads in flight", "one launch, atomic", "the last kernel", "CUB"]
array ms[rungs]
array colours_of[rungs]
do for [i=1:rungs] {
  colours_of[i] = names_of[i] eq "library" ? ink : series_1
  stats reduction_ladder using (strcol("variant") eq names_of[i] && strcol("type") eq "float" && column("n") == 2 ** 28 ? (ms[i] = column("ms")) : NaN) nooutput
}
bar_unit = "ms"
bar_scale = 1
bar_format = "%.3f"
load "ladder-bars.gp"
