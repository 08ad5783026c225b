# The first eight blocks of a grid of 8 times 8 tiles: which tiles they read and write, in the two orders.
cells = 8
load "panels.gp"
array titles[4] = ["along: x", "along: y", "down: x", "down: y"]
do for [p=0:3] {
  eval panel(p, titles[p + 1])
  do for [k=1:7] { eval line_of(p, 1, k, "line", 0.8); eval line_of(p, 0, k, "line", 0.8) }
  rows = p == 0 || p == 3
  do for [k=0:7] {
    eval cell(p, rows ? 0 : k, rows ? k : 0, rows ? "series_1" : "series_2", 1)
    set label 300 + 10 * p + k sprintf("%d", k) at left(p) + (rows ? k : 0) + 0.5, top(p) - (rows ? 0 : k) - 0.5 center front tc rgb paper font ",12"
  }
}
plot NaN
