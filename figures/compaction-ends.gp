# When memory is read and when it is written, in a long array, in a short one, and in a copy of it. The times are invented.
load "boxes.gp"
eval canvas(narrow ? 290 : 270, narrow ? -5.4 : -5.6, 20.4, -7.9, 0.7)
array name[3]
name[1] = narrow ? "a long one" : "a long array"
name[2] = narrow ? "a short one" : "a short array"
name[3] = narrow ? "a copy" : "a copy of as much"
array read_to[3] = [13.6, 3, 3]
array write_from[3] = [5.3, 4.2, 0.6]
array write_to[3] = [18.9, 7.2, 3.6]
do for [i=1:3] {
  y = -2.4 * (i - 1)
  eval small("right", -0.4, y - 0.4, name[i], ink)
  eval pale(0, y - 0.36, read_to[i], y + 0.36, series_1)
  eval pale(write_from[i], y - 1.16, write_to[i], y - 0.44, series_3)
}
# The tiles of one block, which counts two ahead.
do for [k=1:7] {
  set arrow 10 + k from 1.7 * k, 0.36 to 1.7 * k, -0.36 nohead lc rgb series_1 lw 1.2
  set arrow 20 + k from 5.3 + 1.7 * k, -0.44 to 5.3 + 1.7 * k, -1.16 nohead lc rgb series_3 lw 1.2
}
eval small("left", 13.9, 0, "reads", ink) . small("right", 5, -0.8, "writes", ink) . small("left", 0.2, -2.4, "reads", ink) . small("left", 4.4, -3.2, "writes", ink)
set arrow 1 from 3.6, -1.9 to 3.6, -3.7 nohead lc rgb series_2 lw 1.4 dt (4,3)
eval small("left", 0.2, -4.8, "reads", ink) . small("left", 0.8, -5.6, "writes", ink)
eval small("left", 7.6, -2.4, narrow ? "neither, until all is counted" : "neither reads nor writes, until all is counted", series_2)
set arrow 2 from 7.5, -2.4 to 3.75, -2.4 size screen 0.012,20 lc rgb series_2 lw 1.2
set arrow 900 from 0, -6.9 to 20, -6.9 size screen 0.012,20 lc rgb faint lw 1
eval small("right", 20, -7.45, "time", faint)
plot NaN
