# Three blocks take indices from one counter, in the order in which they come; below, where their elements end up.
load "boxes.gp"
eval canvas(narrow ? 330 : 310, narrow ? -3.1 : -2.3, 14.3, -8.1, 0.9)
array shade[3] = [series_1, series_2, series_4]
array arrives[3] = [8.4, 2.8, 5.3]
array first[3] = [4, 0, 1]
array count[3] = [3, 1, 3]
array what[3]
what[1] = "ACD"
what[2] = "G"
what[3] = "IKL"
do for [t=0:2] {
  y = -1.35 * t
  at = arrives[t + 1]
  eval small("right", -0.2, y, sprintf("tile %d", t), shade[t + 1])
  eval pale(0, y - 0.42, at, y + 0.42, shade[t + 1]) . small("left", 0.3, y, sprintf("count: %d", count[t + 1]), ink)
  eval box(at, y - 0.42, at + 2.2, y + 0.42, shade[t + 1]) . small("center", at + 1.1, y, sprintf("+%d: %d", count[t + 1], first[t + 1]), ink)
  eval link(at + 1.1, y - 0.46, at + 1.1, -4.02, shade[t + 1])
  do for [k=1:count[t + 1]] {
    x = first[t + 1] + k - 0.5
    eval shaded(x + 1.9, -7.2, substr(what[t + 1], k, k), shade[t + 1])
  }
  eval link(at + 1.1, -5, first[t + 1] + 1.9 + count[t + 1] / 2., -6.75, shade[t + 1])
}
eval small("right", -0.2, -4.5, "counter", ink) . box(0, -4.98, 14, -4.06, faint)
eval small("center", 1.7, -4.5, "0", ink) . small("center", 5.2, -4.5, "1", ink) . small("center", 7.9, -4.5, "4", ink) . small("center", 11.6, -4.5, "7", ink)
eval small("right", 1.7, -7.2, "y", faint)
do for [i=0:6] { eval small("center", i + 2.4, -7.9, sprintf("%d", i), faint) }
set arrow 900 from 10.8, -7.2 to 14, -7.2 size screen 0.012,20 lc rgb faint lw 1
set arrow 900 from 0, 0.72 to 14, 0.72 size screen 0.012,20 lc rgb faint lw 1
eval small("right", -0.2, 0.72, "time", faint)
plot NaN
