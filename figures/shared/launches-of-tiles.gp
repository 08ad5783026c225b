# A scan of three tiles of four elements in three launches: what each reads and writes. `scans_first`: the first one
# writes each tile's scan; or else, only its aggregate.
tiles = 3
array x[12] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]
array own[12]
array all[12]
do for [i=1:12] {
  own[i] = (i - 1) % 4 == 0 ? x[i] : own[i - 1] + x[i]
  all[i] = i == 1 ? x[1] : all[i - 1] + x[i]
}
# Below the first row, or the first two, everything is as much higher.
up = scans_first ? 0 : 1.5
eval canvas((narrow ? 330 : 315) * (10.5 - up) / 10.5, narrow ? -4.2 : -3.2, 12.3, -9.8 + up, 0.7)
name(y, words) = small("right", -0.25, y, words, faint)
launch(y, k) = sprintf("set arrow from -3.2,%g to 12.2,%g nohead lc rgb 0x%06x lw 1.1 dt (5,4) back; ", y, y, line) \
  . small("right", -0.25, y - 0.75, sprintf("launch %d", k), series_2)
middle(t) = 4.1 * t + 2
place(t) = 5.95 + 1.2 * (t - 1)
other(t) = middle(t) + (t ? 1.7 : 1.2)  # Where the third launch reads the tile.
row(t, y, a, colour, filled) = (filled ? pale(middle(t) - 1.95, y - 0.42, middle(t) + 1.95, y + 0.42, colour) : box(middle(t) - 1.95, y - 0.42, middle(t) + 1.95, y + 0.42, colour)) \
  . small("center", middle(t), y, sprintf("%s, %s, %s, %s", word(a, 4 * t + 1), word(a, 4 * t + 2), word(a, 4 * t + 3), word(a, 4 * t + 4)), ink)
one(t, y, content, colour) = pale(place(t) - 0.5, y - 0.42, place(t) + 0.5, y + 0.42, colour) . small("center", place(t), y, sprintf("%d", content), ink)
listed = ""
scanned = ""
summed = ""
do for [i=1:12] { listed = listed . sprintf(" %d", x[i]); scanned = scanned . sprintf(" %d", own[i]); summed = summed . sprintf(" %d", all[i]) }

eval name(0, "x") . name(up - 4.2, "aggregates") . name(up - 6.2, "incl. prefixes") . name(up - 9.1, "y")
eval launch(-0.75, 1) . launch(up - 4.85, 2) . launch(up - 6.95, 3)
if (scans_first) { eval name(-2.5, "y") }
from_y = scans_first ? -2.95 : -0.45
do for [t=0:tiles-1] {
  eval row(t, 0, listed, faint, 0) . row(t, up - 9.1, summed, series_4, 1)
  if (scans_first) { eval row(t, -2.5, scanned, series_1, 1) . link(middle(t), -0.45, middle(t), -2.05, series_1) }
  eval one(t, up - 4.2, own[4 * t + 4], series_1) . one(t, up - 6.2, all[4 * t + 4], series_4)
  eval link(middle(t) + (t ? 1.2 : 1.7), from_y, place(t), up - 3.75, series_1) . link(place(t), up - 4.65, place(t), up - 5.75, series_4)
  if (t > 0) { eval link(place(t - 1) + 0.1, up - 6.65, middle(t) - 0.5, up - 8.65, series_4) }
  # What the third launch reads besides the inclusive prefixes.
  if (t > 0 || !scans_first) {
    eval sprintf("set arrow from %g,%g to %g,%g size screen 0.011,20 filled lc rgb 0x%06x lw 1.2 dt (2,3) front; ", other(t), from_y, other(t), up - 8.65, scans_first ? series_1 : faint)
  }
}
plot NaN
