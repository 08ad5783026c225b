# Stores of a warp of eight lanes whose result begins three elements after a line's start.
load "boxes.gp"
eval canvas(narrow ? 235 : 215, narrow ? -3.3 : -2.5, 24.3, -5.2, 1.9)
do for [n=0:2] {
  eval box(8 * n, -0.5, 8 * n + 8, 0.5, faint) . small("center", 8 * n + 4, 1.2, sprintf("line %d", n), faint)
}
array shade[3] = [series_1, series_2, series_4]
do for [i=0:19] {
  store = (i + 3) / 8
  eval pale(i + 3.06, -0.42, i + 3.94, 0.42, shade[store + 1])
}
eval small("right", -0.3, 0, "y", faint)
do for [s=0:2] {
  y = -1.5 - 1.2 * s
  eval small("right", -0.3, y, sprintf("store %d", s), shade[s + 1])
  do for [l=0:7] {
    i = 8 * s + l - 3
    writes = i >= 0 && i < 20
    eval (writes ? pale(8 * s + l + 0.06, y - 0.42, 8 * s + l + 0.94, y + 0.42, shade[s + 1]) : dotted(8 * s + l + 0.06, y - 0.42, 8 * s + l + 0.94, y + 0.42, line))
    if (!narrow) { eval small("center", 8 * s + l + 0.5, y, sprintf("%d", l), writes ? ink : faint) }
  }
}
plot NaN
