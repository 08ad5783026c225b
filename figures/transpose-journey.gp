# data: transpose-times
# explore: {"of": "series:read-in-rows/ms", "unit": "times as fast as the first", "linear": ["y"], "series": {"read-in-rows": [6, "reads in rows"], "write-in-rows": [5, "writes in rows"], "tile": [3, "by a tile"], "padded": [4, "by a padded tile"], "few-threads": [2, "32 × 8 threads"], "last": [1, "the last kernel"], "library": [0, "cuBLAS"], "copy": [7, "a copy"]}}
# The kernels for 16384 times 16384 floats; cuBLAS and a copy at the end.
rungs = 8
array names_of[rungs] = ["read-in-rows", "write-in-rows", "tile", "padded", "few-threads", "last", "library", "copy"]
array texts[rungs] = ["reads in rows", "writes in rows", "by a tile", "by a padded tile", "32 × 8 threads", "the last kernel", "cuBLAS", "a copy"]
array colours_of[rungs]
do for [i=1:rungs] {
  colours_of[i] = i > 6 ? ink : series_1
}
result = "transpose_times"
chosen(dummy) = column("n") == 16384
load "ladder.gp"
