# The issue slots of one scheduler, cycle by cycle, with two warps and with four; not measured.
eval picture(narrow ? 160 : 150)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.03, screen 0.97
set xrange [narrow ? -2.4 : -1.7:8.1]
set yrange [-1.2:4.3]

# An instruction comes four cycles after the last one of its warp, so warp w issues in cycles w, w + 4, …
cycles = 8
set print $slots
do for [cycle=0:cycles - 1] { print sprintf("%g,%d,%s", cycle + 0.5, cycle % 4 < 2, substr("ABCD", cycle % 4 + 1, cycle % 4 + 1)) }
unset print
set label "2 warps" at first -0.2, 3.1 right tc rgb faint
set label "4 warps" at first -0.2, 0.9 right tc rgb faint
set arrow from 0, -0.2 to cycles, -0.2 head size 0.15,20 filled lc rgb faint
set label "cycles" at first cycles, -0.8 right tc rgb faint
plot $slots using 1:(0.9):(0.47):(0.6) with boxxyerror lc rgb series_1 fs solid 0.16 border lc rgb series_1, \
  "" using 1:($2 == 1 ? 3.1 : NaN):(0.47):(0.6) with boxxyerror lc rgb series_1 fs solid 0.16 border lc rgb series_1, \
  "" using 1:($2 == 1 ? NaN : 3.1):(0.47):(0.6) with boxxyerror lc rgb series_2 fs empty border lc rgb series_2, \
  "" using 1:(0.9):3 with labels, "" using 1:($2 == 1 ? 3.1 : NaN):3 with labels
