# data: global-scan-steps
# From looking back to the last kernel, for 2^28 integers.
rungs = 5
array names_of[rungs] = ["look-back", "turns", "ring", "early", "last"]
array texts[rungs] = ["looking back", "taking turns", "… with a ring", "… posting early", "… asking early"]
array colours_of[rungs]
do for [i=1:rungs] { colours_of[i] = series_1 }
result = "global_scan_steps"
chosen(dummy) = column("n") == 2 ** 28 && column("block") == 384
load "ladder.gp"
