# An array of 32 keys in eight parts, of each of which the sample looks at one; and how its keys fall into eight cells.
load "boxes.gp"
eval canvas(narrow ? 310 : 290, narrow ? -4.6 : -3.8, 32.3, -9.2, 4.8)
part(x) = x - floor(x)
# Keys from 20 to 80 of 100, which look random.
key(i) = 20 + int(60 * part(0.6180339887 * (i + 3) + 0.31 * part(i * 0.755)))
chosen(p) = 4 * p + int(4 * part(0.7548776662 * (p + 1)))
eval small("right", -0.5, 1.5, "keys", faint) . small("right", -0.5, -4.1, "sample", series_2) . small("right", -0.5, -7.2, "cells", faint)
low = 100.
high = 0.
do for [i=0:31] {
  sampled = i == chosen(i / 4)
  if (sampled) { set object rectangle from i + 0.1, 0 to i + 0.9, key(i) / 22. fc rgb series_2 fs solid noborder } else { set object rectangle from i + 0.1, 0 to i + 0.9, key(i) / 22. fc rgb faint fs transparent solid 0.4 noborder }
  if (i % 4 == 0) { set arrow from i, -0.5 to i, 4.4 nohead lc rgb line lw 1 back }
  if (sampled) { low = key(i) < low ? key(i) : low; high = key(i) > high ? key(i) : high }
}
set arrow from 32, -0.5 to 32, 4.4 nohead lc rgb line lw 1 back
across(k) = 2 + int(280 * (k - low) / (high - low)) / 10.
array cell_count[8]
do for [c=1:8] { cell_count[c] = 0 }
do for [p=0:7] {
  x = across(key(chosen(p)))
  c = int((x - 1) / 3.75)
  cell_count[c + 1] = cell_count[c + 1] + 1
  set arrow from chosen(p) + 0.5, -0.1 to x, -3.3 nohead lc rgb series_2 lw 0.8
  set arrow from x, -3.5 to x, -4.7 nohead lc rgb series_2 lw 2
}
do for [c=0:7] {
  eval box(1 + c * 3.75, -8, 4.75 + c * 3.75, -6.4, series_1) . say("center", 2.875 + c * 3.75, -7.2, sprintf("%d", cell_count[c + 1]), ink)
}
set arrow from 0, -5 to 32, -5 nohead lc rgb faint lw 1.2
set arrow from 1, -5.6 to 1, -6.3 nohead lc rgb series_3 lw 1.4
set arrow from 31, -5.6 to 31, -6.3 nohead lc rgb series_3 lw 1.4
eval pale(1, -5.6, 2, -5, series_3) . pale(30, -5.6, 31, -5, series_3)
eval small("left", 1, -8.8, "lowest − margin", series_3) . small("right", 31, -8.8, "highest + margin", series_3)
plot NaN
