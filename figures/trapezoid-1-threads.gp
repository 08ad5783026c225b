# Eleven strips have ten inner points: three blocks of four threads, each thread with a point, but for two; one sum.
load "boxes.gp"
width = narrow ? 380 : 560
eval canvas(238, 0, width, 24, 262)
left = narrow ? 16 : 24
step = (width - 2 * left) / 13.
at(point) = left + point * step
half = 0.42 * step
do for [b=0:2] {
  eval say("center", at(4 * b + 2.5), 246, sprintf("block %d", b), faint)
  eval dotted(at(4 * b + 1) - 0.48 * step, 234, at(4 * b + 4) + 0.48 * step, 194, faint)
}
do for [t=0:11] {
  x = at(t + 1)
  if (t < 10) {
    eval pale(x - half, 228, x + half, 200, series_1) . say("center", x, 214, sprintf("%d", t), ink)
    eval link(x, 192, x, 158, series_1)
    eval link(x, 118, at(5.5) + (t - 4.5) * 0.24 * step, 62, series_1)
  } else {
    eval dotted(x - half, 228, x + half, 200, series_2) . say("center", x, 214, sprintf("%d", t), series_2)
  }
}
# The points: those at both ends are the host's.
set arrow from at(0), 146 to at(11), 146 nohead lc rgb faint lw 1 back
do for [p=0:11] {
  inner = p > 0 && p < 11
  set label "" at at(p), 146 point pt (inner ? 7 : 6) ps 1.2 lc rgb (inner ? series_1 : series_4) front
  eval small("center", at(p), 130, inner ? sprintf("%d", p) : p ? "n" : "0", inner ? faint : series_4)
}
eval pale(at(5.5) - 1.6 * step, 60, at(5.5) + 1.6 * step, 30, series_4) . say("center", at(5.5), 45, "the sum", ink)
eval small("center", at(11.5), 180, narrow ? "no point" : "no point left", series_2)
eval small("left", at(5.5) + 1.8 * step, 45, "10 times atomicAdd", faint)
plot NaN
