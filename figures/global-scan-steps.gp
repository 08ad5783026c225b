# data: global-scan-steps

# How many times as fast as looking back each step is, for the most integers.
most = 2 ** 28
steps = 5
array ms[5]
array titles[5] = ["looking back", "taking turns", "… with a ring", "… posting early", "… asking early"]
array shades[5] = [series_6, series_4, series_2, series_1, series_1]
kinds = "look-back turns ring early last"
do for [i=1:5] {
  stats global_scan_steps using (column("n") == most && column("block") == 384 && strcol("variant") eq word(kinds, i) ? (ms[i] = column("ms")) : 0) nooutput
}
below = "times as fast as looking back"
load "ladder.gp"
