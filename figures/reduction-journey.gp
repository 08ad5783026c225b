# data: reduction-ladder
# The seven steps for 2^26 floats, all launches together.
rungs = 7
array names_of[rungs] = ["modulo", "strided", "sequential", "first-add", "last-warp", "unrolled", "cascading"]
array texts[rungs] = ["modulo", "strided", "sequential", "first add during load", "last warp unrolled", "completely unrolled", "cascading"]
array colours_of[rungs]
do for [i=1:rungs] {
  colours_of[i] = series_1
}
result = "reduction_ladder"
chosen(dummy) = strcol("type") eq "float" && column("n") == 2 ** 26
load "ladder-bars.gp"
