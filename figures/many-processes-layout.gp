# Processes on two hosts, their GPUs, the connections to process 0 and the ring of all GPUs.
eval picture(narrow ? 300 : 280)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [0:16]
set yrange [-0.2:5]
size = narrow ? 12 : 14
frame(n, from, to, words) = sprintf("set object %d rectangle from %g,0 to %g,4.4 fs empty border lc rgb faint lw 1.2; set label %d '%s' at first %g,4.7 left tc rgb faint font ',%d'; ", n, from, to, n, words, from, size)
box(n, x, y, half, words, colour) = sprintf("set object %d rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb %s lw 1.8; ", n, x - half, y - 0.4, x + half, y + 0.4, colour) \
  . sprintf("set label %d '%s' at first %g,%g center front font ',%d'; ", n, words, x, y, size)
eval frame(1, 0.1, 7.9, "host A") . frame(2, 8.1, 15.9, "host B")
eval box(3, 2, 3, 1.6, "process 0", "series_2") . box(4, 6, 3, 1.6, "process 1", "series_2") . box(5, 12, 3, 3.4, "process 2", "series_2")
do for [g = 0:7] {
  eval box(10 + g, 1 + 2 * g, 1.2, 0.75, (narrow ? "" : "GPU ") . g, "series_1")
  set arrow 10 + g from 1 + 2 * g,1.6 to (g < 2 ? 2 : g < 4 ? 6 : 12) + (g < 4 ? 2 * (g % 2) - 1 : 2 * g - 11),2.6 nohead lc rgb faint lw 1.2 back
  if (g < 7) { set arrow 20 + g from 1.75 + 2 * g,1.2 to 2.25 + 2 * g,1.2 nohead lc rgb series_1 lw 4 back }
}
set arrow 28 from 1,0.8 to 1,0.4 nohead lc rgb series_1 lw 4
set arrow 29 from 1,0.4 to 15,0.4 nohead lc rgb series_1 lw 4
set arrow 30 from 15,0.4 to 15,0.8 nohead lc rgb series_1 lw 4
set arrow 31 from 4.4,3.1 to 3.6,3.1 heads filled lc rgb series_2 lw 1.8
set arrow 32 from 12,3.4 to 12,3.95 nohead lc rgb series_2 lw 1.8
set arrow 33 from 12,3.95 to 2,3.95 nohead lc rgb series_2 lw 1.8
set arrow 34 from 2,3.95 to 2,3.4 filled lc rgb series_2 lw 1.8
plot NaN
