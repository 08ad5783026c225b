# Tile 5 looks back for each of four digits by itself; each stops at the first tile with an inclusive prefix.
load "boxes.gp"
eval canvas(narrow ? 280 : 260, narrow ? -2.1 : -1.7, 12.1, -5.4, 1.5)
array far[4] = [2, 3, 1, 4]
do for [t=0:5] { eval small("center", 2 * t + 1, 1, sprintf("tile %d", t), t == 5 ? series_2 : faint) }
do for [d=0:3] {
  y = -1.15 * d
  eval small("right", -0.15, y, sprintf("digit %d", d), faint)
  do for [t=0:4] {
    x = 2 * t + 1
    stop = 5 - far[d + 1]
    known = t <= stop
    eval (known ? pale(x - 0.85, y - 0.42, x + 0.85, y + 0.42, t == stop ? series_2 : series_6) : box(x - 0.85, y - 0.42, x + 0.85, y + 0.42, series_1))
    eval small("center", x, y + 0.06, known ? "prefix" : narrow ? "count" : "count", known ? (t == stop ? series_2 : faint) : series_1)
  }
  eval link(10.15, y - 0.31, 2 * stop + 1.9, y - 0.31, series_2)
  eval box(10.15, y - 0.42, 11.85, y + 0.42, series_2) . small("center", 11, y, "?", series_2)
}
eval small("left", 0.1, -4.9, narrow ? "One thread per digit: each has a way of its own." : "One thread per digit. It stops where it first meets an inclusive prefix.", faint)
plot NaN
