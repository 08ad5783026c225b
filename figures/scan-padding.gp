# Eight lanes that read the lane four to their left: with a condition, and with four identities to the left of the row.
eval picture(narrow ? 270 : 285)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [-4.8:7.8]
set yrange [-8.6:1.4]
soft = ",12"
do for [k=0:1] {
  y = -4.9 * k
  title = k == 0 ? "predicated: lanes 0 to 3 have no neighbour" : "branch-free: they read an identity"
  set label 900 + k title at -4.5, y + 0.9 left
  do for [l=-4 * k:7] {
    set object 20 + 40 * k + l rectangle from l - 0.4, y - 0.75 to l + 0.4, y + 0.05 fc rgb (l < 0 ? line : paper) fs solid border lc rgb faint
    label_of = l < 0 ? "0" : sprintf("x%d", l)
    set label 20 + 40 * k + l label_of at l, y - 0.35 center front font soft
  }
  do for [l=0:7] {
    active = k == 1 || l >= 4
    set object 120 + 40 * k + l rectangle from l - 0.4, y - 3.1 to l + 0.4, y - 2.3 fc rgb (active ? series_1 : paper) fs solid border lc rgb (active ? series_1 : line)
    set label 120 + 40 * k + l sprintf("%d", l) at l, y - 2.7 center front tc rgb (active ? paper : faint) font soft
    if (active) { set arrow 20 + 40 * k + l from l - 4, y - 0.8 to l - 0.1, y - 2.27 filled size screen 0.012, 22 lc rgb (l < 4 ? faint : series_1) lw 1.3 }
  }
  set label 920 + k "row" at -1.6 - 3.3 * k + 0.6, y - 0.35 right tc rgb faint font soft
  set label 930 + k "lanes" at -0.9, y - 2.7 right tc rgb faint font soft
}
unset label 921
plot NaN
