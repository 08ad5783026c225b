# A tile of 32 rows of 8 vectors: where vector 0 of each row lies, and what the lanes of warp 0 pick first; on the left
# as the last kernel has it, on the right if the swizzle changed with every row.
eval picture(narrow ? 300 : 330)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.13 : 0.1), screen 0.99, at screen 0.02, screen 0.98
apart = 38
set xrange [-0.6:apart + 32]
set yrange [35:-4.5]
position(p, r) = p == 0 ? r / 4 % 8 : r % 8
array titles[2] = ["changes every four rows", "changes every row"]
if (narrow) { titles[1] = "every four rows"; titles[2] = "every row" }
tag = 0
do for [p=0:1] {
  set label 900 + p titles[p + 1] at p * apart + 16, -3 center
  tag = tag + 1
  set object tag rectangle from p * apart, 0 to p * apart + 32, 32 fs empty border lc rgb faint lw 1.2
  do for [k=1:7] { tag = tag + 1; set arrow tag from p * apart + 4 * k, 0 to p * apart + 4 * k, 32 nohead lc rgb line lw 0.8 back }
  do for [r=0:31] {
    tag = tag + 1
    x = p * apart + 4 * position(p, r)
    set object tag rectangle from x, r + 0.06 to x + 4, r + 0.94 behind fc rgb line fs solid noborder
  }
  wavefronts = p == 0 ? "1 wavefront" : "4 wavefronts"
  set label 910 + p wavefronts at p * apart + 16, 33.6 center tc rgb (p == 0 ? series_1 : series_2) font ",12"
}
do for [r=0:28:4] { set label 920 + r sprintf("row %d", r) at -0.8, r + 0.5 right tc rgb faint font ",12" }
row_of(l) = 4 * (int(l) % 8)
column_of(l) = int(l) / 8
set samples 32
plot for [p=0:1] "+" using (p * apart + 4 * position(p, row_of($0)) + column_of($0) + 0.5):(row_of($0) + 0.5) with points pt 7 ps (narrow ? 0.4 : 0.55) lc rgb (p == 0 ? series_1 : series_2)
