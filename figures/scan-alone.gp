# The scan of a block over time, for four of its warps: one of them scans the totals while the others wait between two
# barriers; or each does, after one. How long each part takes is invented.
load "boxes.gp"
eval canvas(narrow ? 340 : 320, narrow ? -3.2 : -2.2, 16.2, -12.6, 1.4)
part(x, to_x, y, words, colour) = pale(x, y - 0.38, to_x, y + 0.38, colour) . small("center", (x + to_x) / 2., y, words, ink)
waiting(x, to_x, y) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb 0x%06x lw 3; ", x, y, to_x, y, series_3)
barrier(x, y) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb 0x%06x lw 2; ", x, y + 0.55, x, y - 3.55, series_2)
array ends[4] = [5.4, 5.0, 5.8, 5.2]
do for [p=0:1] {
  top = p ? -6.9 : 0
  eval small("left", 0, top + 1, p ? "each warp scans the totals" : "the first warp scans the totals", ink)
  do for [w=0:3] {
    y = top - w
    end = ends[w + 1]
    eval small("right", -0.2, y, sprintf("warp %d", w), faint) . part(0, end, y, narrow ? "own" : "own scan", series_1)
    if (end < 5.8) { eval waiting(end, 5.95, y) }
    if (p == 0) {
      eval (w == 0 ? part(6.1, 11.3, y, "totals", series_4) : waiting(6.1, 11.4, y)) . part(11.7, 12.9, y, "+", series_1)
    } else {
      eval part(6.1, 11.3 + 0.2 * (w % 2), y, "totals", series_4) . part(11.4 + 0.2 * (w % 2), 12.6 + 0.2 * (w % 2), y, "+", series_1)
    }
  }
  eval barrier(6, top)
  if (p == 0) { eval barrier(11.5, top) }
}
set arrow from 0, -11.2 to 16, -11.2 size screen 0.012,20 lc rgb faint lw 1
eval small("right", 16, -12.1, "time", faint)
set arrow from 0, -12.1 to 1, -12.1 nohead lc rgb series_3 lw 3
eval small("left", 1.3, -12.1, "waits", faint)
set arrow from 4.6, -11.7 to 4.6, -12.5 nohead lc rgb series_2 lw 2
eval small("left", 5, -12.1, "barrier", faint)
plot NaN
