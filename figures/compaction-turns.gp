# What a block does with its tiles, step by step, if it counts two tiles ahead and has a ring of four.
load "boxes.gp"
first = -2
last = narrow ? 4 : 6
eval canvas(narrow ? 310 : 290, first - (narrow ? 2.1 : 1.6), last + 0.1, -6.8, 1)
eval small("right", first - 0.15, 0.5, "step", faint)
do for [k=first:last-1] { eval small("center", k + 0.5, 0.5, sprintf("%d", k), faint) }
do for [t=0:4] {
  y = -t - 0.4
  eval small("right", first - 0.15, y, sprintf("tile %d", t), faint)
  come = t < 2 ? first : t - 3
  if (t - 2 > come) { eval dotted(come > first ? come : first, y - 0.36, t - 2, y + 0.36, faint) }
  if (t - 2 < last) { eval pale(t - 2 + 0.02, y - 0.36, t - 1 - 0.02, y + 0.36, series_1) . small("center", t - 1.5, y, "count", series_1) }
  if (t < last) { eval box(t - 1, y - 0.36, t < last ? t : last, y + 0.36, series_1) }
  if (t < last) { eval pale(t + 0.02, y - 0.36, t + 1 - 0.02, y + 0.36, series_2) . small("center", t + 0.5, y, "write", series_2) }
}
eval dotted(first, -6.1, first + 0.7, -5.6, faint) . small("left", first + 0.85, -5.85, "is coming in", ink)
eval box(first + (narrow ? 3 : 3.4), -6.1, first + (narrow ? 3.7 : 4.1), -5.6, series_1) . small("left", first + (narrow ? 3.85 : 4.25), -5.85, "waits for its turn", ink)
plot NaN
