# A block of four warps of four lanes scans sixteen numbers: warp scans, the totals, and what comes before each warp.
eval picture(narrow ? 340 : 350)
unset datafile columnheaders
unset border
unset tics
unset xlabel
count = 16
array x[count] = [4, 0, 5, 5, 0, 5, 5, 1, 3, 1, 0, 3, 1, 1, 3, 5]
array scan_[count]
array totals[4]
array through[4]
do for [i=1:count] { scan_[i] = (i - 1) % 4 == 0 ? x[i] : scan_[i - 1] + x[i] }
do for [w=1:4] { totals[w] = scan_[4 * w]; through[w] = w == 1 ? totals[1] : through[w - 1] + totals[w] }
set margins at screen (narrow ? 0.19 : 0.15), screen 0.99, at screen 0.02, screen 0.98
set xrange [-0.6:16.5]
set yrange [-9.1:0.9]
soft = ",12"
x_of(i) = i + 0.35 * (i / 4)
centre(w) = x_of(4 * w + 1) + 0.5
set label 900 "x" at -0.8, 0 right tc rgb faint font soft
set label 901 "in warps" at -0.8, -1.7 right tc rgb faint font soft
set label 902 "totals" at -0.8, -4.2 right tc rgb faint font soft
set label 903 "scanned" at -0.8, -5.5 right tc rgb faint font soft
set label 904 "in the block" at -0.8, -8.3 right tc rgb faint font soft
if (narrow) { set label 904 "in block" }
tag = 0
box(at_x, at_y, value, colour, strong) = sprintf("tag = tag + 1; set object tag rectangle from %g,%g to %g,%g fc rgb %s fs solid border lc rgb %s; ", at_x - 0.43, at_y - 0.42, at_x + 0.43, at_y + 0.42, strong ? colour : "paper", colour) \
  . sprintf("set label tag '%d' at %g,%g center front tc rgb %s font ',12'", value, at_x, at_y, strong ? "paper" : "ink")
do for [i=0:15] {
  eval box(x_of(i), 0, x[i + 1], "faint", 0)
  eval box(x_of(i), -1.7, scan_[i + 1], "series_1", i % 4 == 3)
  before = i < 4 ? 0 : through[i / 4]
  eval box(x_of(i), -8.3, scan_[i + 1] + before, "series_1", 0)
}
do for [w=0:3] {
  set arrow 100 + w from x_of(4 * w), -0.85 to x_of(4 * w + 3), -0.85 filled size screen 0.012, 22 lc rgb series_1 lw 1.3
  at_x = centre(1) + 1.4 + 1.0 * w
  eval box(at_x, -4.2, totals[w + 1], "series_1", 1)
  eval box(at_x, -5.5, through[w + 1], "series_4", 1)
  set arrow 110 + w from x_of(4 * w + 3), -2.15 to at_x, -3.74 filled size screen 0.012, 22 lc rgb series_1 lw 1.3
  if (w < 3) { set arrow 120 + w from at_x, -5.95 to centre(w + 1), -7.75 filled size screen 0.012, 22 lc rgb series_4 lw 1.3 }
}
set arrow 130 from -0.5, -2.95 to 16.4, -2.95 nohead lc rgb series_2 lw 1.2 dt (5,4)
set arrow 131 from -0.5, -6.85 to 16.4, -6.85 nohead lc rgb series_2 lw 1.2 dt (5,4)
set label 930 "barrier" at -0.8, -2.95 right tc rgb series_2 font soft
set label 931 "barrier" at -0.8, -6.85 right tc rgb series_2 font soft
plot NaN
