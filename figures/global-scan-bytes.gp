# data: global-scan-counts

# Bytes per integer that the versions load and store, as counted, bulk copies with them.
eval picture(330)
kinds = "scan-scan-add reduce-then-scan chained look-back at-once last"
array titles[6] = ["scan, scan, add", "reduce, then scan", "a chain", "looking back", "all at once", "the last kernel"]
array loaded[6]
array stored[6]
do for [i=1:6] {
  stats global_scan_counts using (strcol("variant") eq word(kinds, i) ? \
    (loaded[i] = (32. * column("global_load_sectors") + column("bulk_load_bytes")) / column("n"), \
     stored[i] = (32. * column("global_store_sectors") + column("bulk_store_bytes")) / column("n")) : 0) nooutput
}
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -10.6 : -6.6:19]
set yrange [-10.6:1.7]
do for [b=0:16:4] {
  set arrow from b, 0.7 to b, -9.3 nohead lc rgb line lw 0.8 back
  set label sprintf("%d", b) at b, 1.2 center tc rgb faint font ",12"
}
do for [i=1:6] {
  y = -1.7 * (i - 1) - 0.2
  set object rectangle from 0, y - 0.5 to loaded[i], y + 0.5 fc rgb series_1 fs solid noborder
  set object rectangle from loaded[i], y - 0.5 to loaded[i] + stored[i], y + 0.5 fc rgb series_3 fs solid noborder
  set label titles[i] at -0.3, y right tc rgb ink
  set label sprintf("%.1f", loaded[i] + stored[i]) at loaded[i] + stored[i] + 0.3, y left tc rgb ink
  set label (i == 1 ? "loaded" : "") at 0.3, y left front tc rgb paper font ",12"
  set label (i == 1 ? "stored" : "") at loaded[i] + 0.3, y left front tc rgb paper font ",12"
}
set label "bytes per integer" at 0, -10.1 left tc rgb faint
plot NaN notitle
