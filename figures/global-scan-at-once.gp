# Which aggregates each of six blocks reads if all tiles are read at once, and their sum, its prefix.
load "boxes.gp"
eval canvas(narrow ? 280 : 270, narrow ? -2.4 : -2.2, 8.6, -6.4, 1.9)
array total[6] = [9, 4, 7, 2, 6, 3]
eval small("right", -0.2, 1.4, "aggregates", faint) . small("center", 7.6, 1.4, "prefix", series_2)
do for [t=0:5] { eval say("center", t + 0.5, 1.4, sprintf("%d", total[t + 1]), ink) }
do for [t=0:5] {
  y = -1.1 * t
  before = 0
  eval small("right", -0.2, y, sprintf("block %d", t), faint)
  do for [s=0:5] {
    if (s < t) {
      eval shaded(s + 0.5, y, sprintf("%d", total[s + 1]), series_1)
      before = before + total[s + 1]
    } else { eval box(s + 0.06, y - 0.38, s + 0.94, y + 0.38, line) }
    if (s == t) { eval small("center", s + 0.5, y, "own", faint) }
  }
  eval link(6.15, y, 6.9, y, series_1) . say("center", 7.6, y, sprintf("%d", before), series_2)
}
plot NaN
