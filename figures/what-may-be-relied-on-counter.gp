# Additions to a counter pass on the releases before them; a store in between does not.
load "boxes.gp"
eval canvas(narrow ? 300 : 270, 0, 100, -0.4, 8.6)
happens(x, y, words, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb 0x%06x lw 1.6; ", x - 6.2, y - 0.5, x + 6.2, y + 0.5, colour) . sprintf("set label '%s' at %g,%g center front tc rgb ink; ", words, x, y)
place(i) = 8 + 16.6 * i
do for [panel=0:1] {
  y = panel ? 1.4 : 5.9
  eval say("left", 1.8, y + 1.75, panel ? "block 2 stores 3" : "all five add 1", faint)
  do for [i=0:4] {
    stored = panel && i == 2
    lost = panel && i <= 2
    eval happens(place(i), y, stored ? "= 3" : "+ 1", stored ? series_2 : lost ? faint : series_1)
    eval small("center", place(i), y - 1, sprintf(narrow ? "%d" : "block %d", i), lost ? faint : ink)
    if (!(panel && i == 1)) {
      if (lost) { set arrow from place(i) + 6.4, y to place(i + 1) - 6.4, y nohead lc rgb faint lw 1.4 dt (3,3) front } else { eval link(place(i) + 6.4, y, place(i + 1) - 6.4, y, series_1) }
    } else {
      set arrow from place(i) + 6.4, y to place(i + 1) - 6.4, y nohead lc rgb faint lw 1.4 dt (3,3) front
    }
  }
  eval happens(place(5), y, narrow ? "5" : "reads 5", series_4) . small("center", place(5), y - 1, narrow ? "acquires" : "acquires", series_4)
}
plot NaN
