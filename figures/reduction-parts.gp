# Eight elements and four threads: each thread reduces neighbours, or elements that are four apart.
load "boxes.gp"
eval canvas(narrow ? 250 : 240, -0.2, 8.2, -6.9, 1.3)
array shade[4] = [series_1, series_2, series_4, series_3]
do for [p=0:1] {
  y = -3.9 * p
  eval small("left", 0, y + 0.9, p ? "elements that are four apart" : "neighbours", ink)
  do for [i=0:7] {
    t = p ? i % 4 : i / 2
    eval shaded(i + 0.5, y, sprintf("x_%d", i), shade[t + 1])
  }
  do for [t=0:3] {
    first = p ? t : 2 * t
    second = p ? t + 4 : 2 * t + 1
    eval say("center", 2 * t + 1, y - 1.45, sprintf("x_%d + x_%d", first, second), shade[t + 1])
    if (t < 3) { eval say("center", 2 * t + 2, y - 1.45, "+", ink) }
  }
}
plot NaN
