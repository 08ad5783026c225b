# A tile: two warps of four lanes, whose parts have two rows of vectors of two values; which lane loads what.
load "boxes.gp"
eval canvas(narrow ? 230 : 215, narrow ? -3.4 : -3.6, 16.3, -4.3, 2.6)
do for [w=0:1] {
  at = w * 8.3
  eval span(at + 0.05, 2, at + 7.95, faint) . small("center", at + 4, 2.4, sprintf("part of warp %d", w), ink)
  do for [r=0:1] {
    y = -1.5 * r
    do for [l=0:3] {
      eval (w == 0 && l == 1 ? pale(at + 2 * l + 0.08, y - 0.45, at + 2 * l + 1.92, y + 0.45, series_1) : box(at + 2 * l + 0.08, y - 0.45, at + 2 * l + 1.92, y + 0.45, w ? line : faint))
      eval small("center", at + 2 * l + 1, y, w ? "" : word("3 4 5 2 5 5 9 9", 4 * r + l + 1) . ", " . word("1 1 9 6 3 8 7 3", 4 * r + l + 1), ink)
      if (r == 0) { eval small("center", at + 2 * l + 1, 1.1, sprintf(narrow ? "%d" : "lane %d", l), w == 0 && l == 1 ? series_1 : faint) }
    }
  }
}
if (narrow) { eval small("right", -0.2, 1.1, "lane", faint) }
eval small("right", -0.2, 0, "row 0", faint) . small("right", -0.2, -1.5, "row 1", faint)
eval link(7.2, -2.15, 7.2, -2.9, series_1) . small("right", 8, -3.4, "total of the part: 80", series_1)
eval link(15.4, -2.15, 15.4, -2.9, series_2) . small("right", 16.2, -3.4, "its total", series_2)
plot NaN
