# data: global-scan-counters global-scan-sizes

# Bytes per integer that the versions load and store, by the GPU's counters, and the time for 2^28 integers.
eval picture(330)
array first[4] = [1, 4, 7, 8]
array last[4] = [3, 6, 7, 8]
array loaded[5]
array stored[5]
loaded[5] = stored[5] = 4
array ms[5]
kinds = "scan-scan-add reduce-then-scan chained look-back copy"
array titles[5] = ["scan, scan, add", "reduce, then scan", "a chain", "looking back", "a copy"]
do for [i=1:4] {
  sum_loaded = sum_stored = 0
  stats global_scan_counters using (column("launch") >= first[i] && column("launch") <= last[i] ? (sum_loaded = sum_loaded + column("global_load_sectors"), sum_stored = sum_stored + column("global_store_sectors")) : 0) nooutput
  loaded[i] = sum_loaded * 32. / 2 ** 18
  stored[i] = sum_stored * 32. / 2 ** 18
}
do for [i=1:5] {
  stats global_scan_sizes using (strcol("variant") eq word(kinds, i) && column("n") == 2 ** 28 ? (ms[i] = column("ms")) : NaN) nooutput
}
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -10.6 : -6.6:20.8]
set yrange [-10.7:1.7]
do for [b=0:16:4] {
  set arrow from b, 0.7 to b, -9.3 nohead lc rgb line lw 0.8 back
  set label sprintf("%d", b) at b, 1.2 center tc rgb faint font ",12"
}
do for [i=1:5] {
  y = -2.1 * (i - 1) - 0.2
  set object rectangle from 0, y - 0.5 to loaded[i], y + 0.5 fc rgb series_1 fs solid noborder
  set object rectangle from loaded[i], y - 0.5 to loaded[i] + stored[i], y + 0.5 fc rgb series_3 fs solid noborder
  set label titles[i] at -0.3, y right tc rgb ink
  set label sprintf(ms[i] > 9.95 ? "%.0f ms" : "%.2f ms", ms[i]) at loaded[i] + stored[i] + 0.3, y left tc rgb (ms[i] > 10 ? series_2 : ink)
  set label (i == 1 ? "loaded" : "") at 0.3, y left front tc rgb paper font ",12"
  set label (i == 1 ? "stored" : "") at loaded[i] + 0.3, y left front tc rgb paper font ",12"
}
set label "bytes per integer" at 0, -10.1 left tc rgb faint
plot NaN notitle
