# data: hybrid-sort-partition
# Four partitions by the highest digit.
rungs = 4
array names_of[rungs] = ["scatter", "block", "order", "last"]
array texts[rungs] = ["an atomic per key", "per block and bucket", "the tile in order", "the last partition"]
array colours_of[rungs] = [series_2, series_3, series_4, series_1]
result = "hybrid_sort_partition"
chosen(dummy) = 1
factors = 1
load "ladder.gp"
