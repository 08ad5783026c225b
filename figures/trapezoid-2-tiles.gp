# Four tiles of eight lanes, and one of 32: the steps in which shuffles and redux sum them.
load "boxes.gp"
eval canvas(narrow ? 380 : 330, narrow ? -1.5 : -2.6, narrow ? 13.1 : 14.4, -1.3, 12.2)
# A panel of `steps` columns at x, y upwards: its four rows are tiles of eight, or quarters of the tile of 32.
filled(x, y, step, row, colour) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs transparent solid 0.3 border lc rgb 0x%06x lw 1; ", x + step + 0.06, y + 3.06 - row, x + step + 0.94, y + 3.94 - row, colour, colour)
idle(x, y, step, row) = sprintf("set object rectangle from %g,%g to %g,%g fs empty border lc rgb line lw 1 dt (2,3); ", x + step + 0.06, y + 3.06 - row, x + step + 0.94, y + 3.94 - row)
right_x = narrow ? 7 : 8
do for [row=0:3] {
  do for [step=0:2] { eval filled(0, 0, step, row, series_3) }
  do for [step=0:3] { eval step == row ? filled(right_x, 0, step, row, series_1) : idle(right_x, 0, step, row) }
  do for [step=0:4] { eval filled(0, 6.4, step, row, series_3) }
  eval filled(right_x, 6.4, 0, row, series_1)
  eval small("right", -0.15, 3.5 - row, sprintf(narrow ? "%d" : "tile %d", row), faint)
}
eval small("right", -0.15, 8.4, narrow ? "" : "one tile", faint)
eval say("left", 0.06, 11.8, narrow ? "32 lanes, shuffles: 5" : "32 lanes, shuffles: 5 steps", ink) . say("left", right_x + 0.06, 11.8, narrow ? "redux: 1" : "redux: 1 turn", ink)
eval say("left", 0.06, 5.4, narrow ? "4 × 8 lanes, shuffles: 3" : "4 tiles of 8, shuffles: 3 steps", ink) . say("left", right_x + 0.06, 5.4, narrow ? "redux: 4 turns" : "redux: 4 turns", ink)
do for [x in sprintf("0 %g", right_x)] {
  set arrow from x + 0, -0.5 to x + 5, -0.5 filled size screen 0.009,20 lc rgb faint lw 1.2
  eval small("right", x + 5, -1.05, "time", faint)
}
plot NaN
