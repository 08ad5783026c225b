# Which bits of a bin's number each of the three steps looks at, and how many keys lie together after it, of 2^28.
load "boxes.gp"
eval canvas(narrow ? 260 : 240, -0.3, 28.3, -5.8, 1.6)
array bits[3] = [8, 8, 12]
array step[3] = ["first partition", "second partition", "finish"]
if (narrow) { step[1] = "first"; step[2] = "second" }
array shade[3] = [series_1, series_2, series_4]
array there[3] = ["2^{8} buckets of 2^{20} keys", "2^{16} buckets of 2^{12}", "2^{28} bins of 1"]
from = 0
eval small("left", 0, 1.1, "the number of a bin, 28 bits:", faint)
do for [k=0:2] {
  to = from + bits[k + 1]
  eval pale(from, -0.6, to, 0.5, shade[k + 1]) . say("center", (from + to) / 2., -0.05, sprintf("%d bits", bits[k + 1]), ink)
  eval small("center", (from + to) / 2., -1.15, step[k + 1], shade[k + 1])
  # One group of the level above, cut into parts.
  y = -2.2 - 1.5 * k
  parts = 6
  do for [p=0:parts - 1] {
    eval sprintf("set object rectangle from %g,%g to %g,%g fc rgb shade[%d] fs transparent solid %g border lc rgb shade[%d] lw 1; ", p * 14. / parts, y - 0.4, (p + 1) * 14. / parts, y + 0.4, k + 1, p == 2 ? 0.6 : 0.15, k + 1)
  }
  eval small("left", 14.8, y, there[k + 1], shade[k + 1])
  if (k < 2) {
    set arrow from 2 * 14. / parts, y - 0.4 to 0, y - 1.1 nohead lc rgb shade[k + 1] lw 1
    set arrow from 3 * 14. / parts, y - 0.4 to 14, y - 1.1 nohead lc rgb shade[k + 1] lw 1
  }
  from = to
}
plot NaN
