# data: sorting-counts sorting-sizes
# explore: {"of": "x/ms", "times": 1000.0, "unit": "keys per second", "series": {"bits": [2, "bit by bit"], "tiles": [5, "three kernels per digit"], "last": [1, "one pass per digit"], "library": [6, "CUB"]}}

# Bytes per key that the sorts load and store, counted, and their time for 2^24 keys.
eval picture(280)
kinds = "bits tiles last library"
array titles[4] = ["bit by bit", narrow ? "three kernels" : "three kernels per digit", narrow ? "one pass" : "one pass per digit", "CUB"]
array loaded[4]
array stored[4]
array ms[4]
do for [i=1:4] {
  stats sorting_counts using (strcol("variant") eq word(kinds, i) ? (loaded[i] = column("global_load_sectors") * 32. / column("n"), stored[i] = column("global_store_sectors") * 32. / column("n")) : 0) nooutput
  stats sorting_sizes using (strcol("variant") eq word(kinds, i) && column("n") == 2 ** 24 ? (ms[i] = column("ms")) : NaN) nooutput
}
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
whole = loaded[1] + stored[1]
set xrange [(narrow ? -0.52 : -0.55) * whole:1.3 * whole]
set yrange [-9.4:1.7]
do for [b=50:450:100] { set arrow from b, 0.7 to b, -7.6 nohead lc rgb line lw 0.4 back }
do for [b=0:500:100] {
  set arrow from b, 0.7 to b, -7.6 nohead lc rgb line lw 0.8 back
  set label sprintf("%d", b) at b, 1.2 center tc rgb faint font ",12"
}
do for [i=1:4] {
  y = -2.1 * (i - 1) - 0.2
  set object rectangle from 0, y - 0.6 to loaded[i], y + 0.6 fc rgb series_1 fs solid noborder
  set object rectangle from loaded[i], y - 0.6 to loaded[i] + stored[i], y + 0.6 fc rgb series_3 fs solid noborder
  set label titles[i] at -0.02 * whole, y right tc rgb ink
  set label sprintf("%.3g ms", ms[i]) at loaded[i] + stored[i] + 0.02 * whole, y left tc rgb ink
}
set label "loaded" at 0.02 * whole, -0.2 left front tc rgb paper font ",12"
set label "stored" at loaded[1] + 0.02 * whole, -0.2 left front tc rgb paper font ",12"
set label "bytes per key" at 0, -8.5 left tc rgb faint
plot NaN notitle
