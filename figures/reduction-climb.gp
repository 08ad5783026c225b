# data: reduction-ladder
# From cascading to the last kernel, for 2^28 floats; CUB at the end.
rungs = 7
array names_of[rungs] = ["cascading", "shuffles", "vectors", "in-flight", "atomic", "last", "library"]
array texts[rungs] = ["cascading", "shuffles", "16 bytes per load", "four loads in flight", "one launch, atomic", "the last kernel", "CUB"]
array colours_of[rungs]
do for [i=1:rungs] {
  colours_of[i] = names_of[i] eq "library" ? ink : series_1
}
result = "reduction_ladder"
chosen(dummy) = strcol("type") eq "float" && column("n") == 2 ** 28
load "ladder-bars.gp"
