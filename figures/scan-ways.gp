# data: scan-warps
# Three warp scans and a copy, for 2^28 integers.
rungs = 4
array names_of[rungs] = ["predicated", "branch-free", "shuffles", "copy"]
array texts[rungs] = ["predicated", "branch-free", "shuffles", "a copy"]
array colours_of[rungs]
do for [i=1:rungs] {
  colours_of[i] = i > 3 ? ink : series_1
}
result = "scan_warps"
chosen(dummy) = column("n") == 2 ** 28
load "ladder.gp"
