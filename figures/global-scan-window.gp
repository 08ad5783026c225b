# Block 1 of four reads the window of its tile 9.
load "boxes.gp"
eval canvas(150, -1.9, 12.1, -2.6, 1.5)
eval say("right", -0.2, 1, "block", faint) . say("right", -0.2, 0, "tile", faint)
do for [t=0:11] {
  own = t % 4 == 1 && t < 9
  shade = t == 9 || own ? series_2 : t > 5 && t < 9 ? series_1 : faint
  eval box(t + 0.06, -0.4, t + 0.94, 0.4, t > 5 && t < 10 || own ? shade : line)
  eval say("center", t + 0.5, 1, sprintf("%d", t % 4), own || t == 9 ? series_2 : faint) . say("center", t + 0.5, 0, sprintf("%d", t), t > 9 ? faint : ink)
}
eval span(0.06, -0.8, 5.94, series_2) . say("center", 3, -1.4, "known to block 1", series_2)
eval span(6.06, -0.8, 8.94, series_1) . say("center", 7.5, -1.4, "the window", series_1) . small("center", 7.5, -2.2, "read at once", faint)
eval say("left", 9.1, -0.9, "its tile", series_2)
plot NaN
