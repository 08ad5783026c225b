# Counts of two digits in three tiles, digit by digit, their sums, and where the keys go.
load "boxes.gp"
eval canvas(narrow ? 330 : 300, narrow ? -3.4 : -2.6, 12.2, -7.3, 1.8)
array count[6] = [3, 1, 2, 1, 3, 2]
array shade[3] = [series_1, series_2, series_4]
eval small("right", -0.25, 1.2, "digit", faint) . small("right", -0.25, 0, "tile", faint) . small("right", -0.25, -1.2, "count", faint) . small("right", -0.25, -2.4, "sum before", faint) . small("right", -0.25, -6, "result", faint)
sum = 0
do for [i=0:5] {
  t = i % 3
  x = 2 * i + 1
  if (t == 1) { eval say("center", x, 1.2, sprintf("%d", i / 3), ink) }
  eval say("center", x, 0, sprintf("%d", t), shade[t + 1])
  eval box(x - 0.8, -1.7, x + 0.8, -0.7, faint) . say("center", x, -1.2, sprintf("%d", count[i + 1]), ink)
  eval pale(x - 0.8, -2.9, x + 0.8, -1.9, shade[t + 1]) . say("center", x, -2.4, sprintf("%d", sum), shade[t + 1])
  eval link(x, -3, sum + 0.5, -5.5, shade[t + 1])
  do for [k=0:count[i + 1] - 1] {
    eval shaded(sum + k + 0.5, -6, sprintf("%d", i / 3), shade[t + 1]) . small("center", sum + k + 0.5, -6.9, sprintf("%d", sum + k), faint)
  }
  sum = sum + count[i + 1]
}
set arrow 900 from 6, 1.6 to 6, -2.95 nohead lc rgb line lw 1 back
plot NaN
