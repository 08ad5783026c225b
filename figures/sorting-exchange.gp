# A tile of eight elements is put in order, and then written to three places of the result.
load "boxes.gp"
eval canvas(narrow ? 330 : 300, narrow ? -2.3 : -1.9, 12.6, -7.6, 1.5)
array digit[8] = [2, 0, 1, 0, 2, 1, 0, 2]
array next[3] = [0, 3, 5]
array begin[3] = [0, 3, 5]
array base[3] = [0.3, 4.6, 8.9]
array named[3] = [400, 1000, 2700]
array shade[3] = [series_4, series_1, series_2]
eval small("right", 1.9, 0, "keys", faint) . small("right", 1.9, -2.9, narrow ? "in order" : "in order", faint) . small("right", -0.15, -6.1, "result", faint)
do for [i=0:7] {
  d = digit[i + 1]
  to = next[d + 1]
  next[d + 1] = to + 1
  eval shaded(i + 2.7, 0, sprintf("%d", d), shade[d + 1]) . link(i + 2.7, -0.4, to + 2.7, -2.45, shade[d + 1])
  eval shaded(to + 2.7, -2.9, sprintf("%d", d), shade[d + 1])
  at = base[d + 1] + to - begin[d + 1] + 0.5
  eval link(to + 2.7, -3.3, at, -5.65, shade[d + 1]) . shaded(at, -6.1, sprintf("%d", d), shade[d + 1])
  eval small("center", to + 2.7, -1.95 + (0), "", faint)
}
do for [d=0:2] { eval small("left", base[d + 1] + 0.1, -7, sprintf("from %d on", named[d + 1]), shade[d + 1]) }
do for [j=0:7] { eval small("center", j + 2.7, 0.9, sprintf("%d", j), faint) }
plot NaN
