# data: global-scan-sizes global-scan-look-back global-scan-steps

# How many times as fast as scan, scan, add each version is, for the most integers that all have.
most = 2 ** 28
steps = 8
array ms[8]
array titles[8] = ["scan, scan, add", "reduce, then scan", "looking back", "… tuned", "in turns", "… with a ring", "… posting early", "… asking early"]
array shades[8] = [series_6, series_6, series_3, series_3, series_4, series_2, series_1, series_1]
stats global_scan_sizes using (column("n") != most ? NaN : strcol("variant") eq "scan-scan-add" ? (ms[1] = column("ms")) \
  : strcol("variant") eq "reduce-then-scan" ? (ms[2] = column("ms")) : NaN) nooutput
stats global_scan_look_back using (column("n") == most && column("block") == 256 && column("rows") == 4 \
  ? (column("notices") == 2 ? (ms[3] = column("ms")) : column("first") > 0 ? (ms[4] = column("ms")) : 0) : 0) nooutput
names_of_steps = "turns ring early last"
do for [i=1:4] {
  stats global_scan_steps using (column("n") == most && column("block") == 384 && strcol("variant") eq word(names_of_steps, i) ? (ms[4 + i] = column("ms")) : 0) nooutput
}
below = "times as fast as scan, scan, add"
load "ladder.gp"
