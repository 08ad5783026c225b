# data: compaction-atomics
# The versions that keep the order and those that do not, for 2^28 integers.
rungs = 5
array names_of[rungs] = ["atomic", "atomic-per-tile", "three-launches", "look-back", "last"]
array texts[rungs] = ["an atomic per warp", "an atomic per tile", "three launches", "looking back", "the last kernel"]
array colours_of[rungs]
do for [i=1:rungs] { colours_of[i] = i < 3 ? series_2 : series_1 }
result = "compaction_atomics"
chosen(dummy) = column("n") == 2 ** 28
factors = 1
load "ladder.gp"
