# Two GPUs with two blocks each: what block 1 of GPU 1 waits for before its tile.
load "boxes.gp"
eval canvas(185, -1.9, 12.1, -2.6, 2.4)
eval say("right", -0.2, 1.9, "GPU", faint) . say("right", -0.2, 1.05, "block", faint) . say("right", -0.2, 0, "tile", faint)
do for [t=0:11] {
  own = t % 4 == 3 && t < 11
  shade = t % 2 == 0 ? series_1 : series_2
  eval pale(t + 0.06, -0.4, t + 0.94, 0.4, shade) . say("center", t + 0.5, 0, sprintf("%d", t), ink)
  eval say("center", t + 0.5, 1.9, sprintf("%d", t % 2), shade) . say("center", t + 0.5, 1.05, sprintf("%d", t / 2 % 2), t % 4 == 3 ? shade : faint)
}
eval span(0.06, -0.85, 7.94, series_2) . say("center", 4, -1.4, narrow ? "known" : "known to block 1 of GPU 1", series_2)
eval span(8.06, -0.85, 10.94, series_1) . say("center", 9.5, -1.4, "the window", series_1) . small("center", 9.5, -2.2, "read at once, at home", faint)
eval say("right", 12.05, -0.9, narrow ? "own" : "its tile", series_2)
plot NaN
