# How a tile leaves: each thread's writes and its fence, the barrier of all, and the copy that one of them begins.
load "boxes.gp"
eval canvas(narrow ? 270 : 245, narrow ? -3.6 : -3.3, 16.2, -6.6, 1.5)
part(x, to_x, y, words, colour) = pale(x, y - 0.42, to_x, y + 0.42, colour) . small("center", (x + to_x) / 2., y, words, ink)
array until[3] = [4.2, 5.0, 3.9]
do for [t=0:2] {
  y = -1.2 * t
  eval small("right", -0.2, y, t < 2 ? sprintf("thread %d", t) : "…", faint)
  eval part(0, until[t + 1], y, narrow ? "writes" : "writes to the tile", series_1) . part(until[t + 1] + 0.15, until[t + 1] + 2.25, y, "fence", series_5)
  if (until[t + 1] + 2.25 < 7.2) { set arrow from until[t + 1] + 2.25, y to 7.35, y nohead lc rgb series_3 lw 3 }
}
set arrow from 7.5, 0.7 to 7.5, -3.1 nohead lc rgb series_2 lw 2
eval small("center", 7.5, 1.05, "barrier", series_2)
eval part(7.7, 9.3, 0, "ask", series_4)
set arrow from 9.3, 0 to 13.4, 0 nohead lc rgb series_3 lw 3
eval small("right", -0.2, -4, "accelerator", faint) . part(9.6, 15.8, -4, narrow ? "reads, sends" : "reads the tile, sends it to y", series_6) . link(9.3, -0.5, 9.9, -3.5, series_4)
eval link(13.4, -3.5, 13.4, -0.45, series_6) . small("left", 13.7, 0, "ends", faint)
set arrow from 0, -5.2 to 16, -5.2 size screen 0.012,20 lc rgb faint lw 1
eval small("right", 16, -6.0, "time", faint)
set arrow from 0, -6.0 to 1, -6.0 nohead lc rgb series_3 lw 3
eval small("left", 1.3, -6.0, "waits", faint)
plot NaN
