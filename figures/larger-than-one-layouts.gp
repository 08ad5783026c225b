# Twelve chunks over three GPUs: in parts, and dealt out.
load "boxes.gp"
eval canvas(150, -2.6, 12.1, -1.7, 1.6)
colour_of(g) = g == 0 ? series_1 : g == 1 ? series_2 : series_4
eval say("right", -0.2, 1, "in parts", ink) . say("right", -0.2, -0.3, "dealt out", ink)
do for [t=0:11] {
  eval pale(t + 0.06, 0.6, t + 0.94, 1.4, colour_of(t / 4)) . say("center", t + 0.5, 1, sprintf("%d", t), ink)
  eval pale(t + 0.06, -0.7, t + 0.94, 0.1, colour_of(t % 3)) . say("center", t + 0.5, -0.3, sprintf("%d", t), ink)
}
do for [g=0:2] { eval pale(4 * g + 0.6, -1.5, 4 * g + 1, -1.1, colour_of(g)) . say("left", 4 * g + 1.2, -1.3, sprintf("GPU %d", g), colour_of(g)) }
plot NaN
