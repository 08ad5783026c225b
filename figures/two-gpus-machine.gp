# data: two-gpus-links two-gpus-latencies
# explore: {"of": "x/ms", "times": 1e-06, "unit": "GB/s"}
# Two GPUs, their memories and the link between them, with what was measured of each.
eval picture(narrow ? 250 : 240)
unset datafile columnheaders
unset border
unset tics
set datafile columnheaders
own = link = near = far = 0
is_long(way) = column("bytes") == 2**30 && strcol("variant") eq way
stats two_gpus_links using (is_long("own") ? (own = 2 * column("bytes") / column("ms") / 1e6) : is_long("read") ? (link = column("bytes") / column("ms") / 1e6) : 0) nooutput
is_load(where) = strcol("what") eq "load" && strcol("place") eq where
stats two_gpus_latencies using (is_load("own") ? (near = 1e6 * column("ms") / column("steps")) : is_load("peer") ? (far = 1e6 * column("ms") / column("steps")) : 0) nooutput
unset datafile columnheaders
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [0:10]
set yrange [0:4]
size = narrow ? 12 : 14
box(n, x, y, half, words, colour) = sprintf("set object %d rectangle from %g,%g to %g,%g fc rgb paper fs solid border lc rgb %s lw 1.8; ", n, x - half, y - 0.5, x + half, y + 0.5, colour) \
  . sprintf("set label %d '%s' at first %g,%g center front font ',%d'; ", n, words, x, y, size)
eval box(1, 2, 3.2, 1.6, "GPU 0", "series_1") . box(2, 8, 3.2, 1.6, "GPU 1", "series_1")
eval box(3, 2, 0.7, 1.6, "its memory", "series_4") . box(4, 8, 0.7, 1.6, "its memory", "series_4")
set arrow 1 from 2,1.2 to 2,2.7 heads filled lw 5 lc rgb series_4
set arrow 2 from 8,1.2 to 8,2.7 heads filled lw 5 lc rgb series_4
set arrow 3 from 3.6,3.2 to 6.4,3.2 heads filled lw 1.8 lc rgb series_2
set label 11 sprintf("%.0f GB/s", own) at first 2.25,2.1 left font sprintf(",%d", size)
set label 12 sprintf(narrow ? "%.0f ns (L2)" : "%.0f ns to its L2", near) at first 2.25,1.65 left tc rgb faint font sprintf(",%d", size)
set label 13 sprintf("%.0f GB/s", link) at first 5,3.55 center font sprintf(",%d", size)
set label 14 sprintf("%.0f ns", far) at first 5,2.8 center tc rgb faint font sprintf(",%d", size)
plot NaN
