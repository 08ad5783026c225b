# What one thread has in flight, over time: two floats, one vector of 16 bytes, four of them. As high as there are bytes;
# how long a load takes is invented, and the same in all three.
load "boxes.gp"
eval canvas(narrow ? 270 : 260, 0, 20.4, -14.2, 1.8)
flight(x, y, high) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb 0x%06x fs transparent solid 0.3 border lc rgb 0x%06x lw 1; ", x, y, x + 5.4, y + high, series_1, series_1)
adds(x, y, high) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb 0x%06x fs solid noborder; ", x, y, x + 0.3, y + high, series_2)
unit = 0.085
array loads[3] = [2, 1, 4]
array bytes[3] = [4, 16, 16]
array names_of[3] = ["two floats: 8 bytes", "one vector: 16 bytes", "four vectors: 64 bytes"]
array at_y[3] = [-0.1, -3.3, -11.2]
do for [k=1:3] {
  eval small("left", 0, at_y[k] + loads[k] * bytes[k] * unit + 0.75, names_of[k], ink)
  do for [round=0:2] {
    do for [l=0:loads[k]-1] {
      eval flight(6.7 * round + 0.15 * l, at_y[k] + l * bytes[k] * unit, bytes[k] * unit) . adds(6.7 * round + 5.5 + 0.2 * l + (loads[k] > 2 ? 0 : 0.1), at_y[k] + l * bytes[k] * unit, bytes[k] * unit)
    }
  }
}
set arrow from 0, -12 to 20.2, -12 size screen 0.012,20 lc rgb faint lw 1
eval small("right", 20.2, -13.1, "time", faint)
eval pale(0, -13.6, 1.2, -12.6, series_1) . small("left", 1.5, -13.1, "in flight", faint) . adds(6, -13.6, 1) . small("left", 6.6, -13.1, "added", faint)
plot NaN
