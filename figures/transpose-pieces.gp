# data: transpose-control
# explore: {"of": "series:copy/ms", "unit": "rate, of a copy’s", "linear": ["y"], "series": {"copy": [6, "a copy"], "kept-along": [1, "own place, along the rows"], "moved": [2, "the transpose’s place"], "kept": [3, "own place, down the rows"]}}
# Where the pieces of eight tiles lie in memory, of a matrix of 8 x 8 tiles of four rows: those that are read and those
# that are written; and how fast a kernel that goes this way is for the largest matrix, as a share of a copy's rate.
load "boxes.gp"
largest = 0
stats transpose_control using (largest = column("n") > largest ? column("n") : largest) nooutput
array ways[4] = ["copy", "kept-along", "moved", "kept"]
array texts[4] = ["", "each to its own place, along the rows", "each to the transpose’s place", "each to its own place, down the rows"]
if (narrow) { texts[2] = "own place, along the rows"; texts[3] = "the transpose’s place"; texts[4] = "own place, down the rows" }
array ms[4]
way_of(name) = sum [k=1:4] (ways[k] eq name ? k : 0)
stats transpose_control using (column("n") == largest && way_of(strcol("variant")) > 0 ? (ms[way_of(strcol("variant"))] = column("ms")) : NaN) nooutput
eval canvas(narrow ? 260 : 230, narrow ? -57 : -36, 257, -11.3, 0.8)
# Tiles side by side have a whole stretch of memory; of tiles below one another, each row is a piece by itself.
tape(y, name) = sprintf("set object rectangle from 0,%g to 256,%g fs empty border lc rgb 0x%06x lw 1; ", y - 0.38, y + 0.38, line) . small("right", -4, y, name, faint)
piece(x, to_x, y, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb 0x%06x fs solid noborder; ", x, y - 0.36, to_x, y + 0.36, colour)
do for [k=2:4] {
  y = -3.9 * (k - 2)
  eval small("left", 0, y + 0.2, texts[k], ink) . small("right", 256, y + 0.2, sprintf("%.1f %% of a copy's rate", 100 * ms[1] / ms[k]), series_2)
  do for [w=0:1] {
    along = w ? k < 4 : k == 2
    colour = w ? series_4 : series_1
    eval tape(y - 0.75 - 1.1 * w, w ? "written" : "read")
    if (along) { eval piece(0, 32, y - 0.75 - 1.1 * w, colour) } else {
      do for [row=0:31] { eval piece(8 * row, 8 * row + 1.2, y - 0.75 - 1.1 * w, colour) }
    }
  }
}
set arrow from 0, -10.9 to 256, -10.9 size screen 0.012,20 lc rgb faint lw 1
eval small("right", -4, -10.9, "address", faint)
plot NaN
