# data: warps-branch warps-branch-counts
# explore: {"axis": "sides", "x": "sides of the branch", "of": "ms/first", "unit": "time, times that of one side", "series": {"lane": [2, "by lane"], "warp": [3, "by warp"], "block": [1, "by block"]}}
eval picture(340)
array first[3]
do for [i=1:3] {
  by = word("lane warp block", i)
  stats warps_branch using (strcol("by") eq by && column("sides") == 1 ? (first[i] = column("ms")) : 0) nooutput
}
counted = 0
stats warps_branch_counts using (strcol("by") eq "lane" && column("sides") == 1 ? (counted = column("instructions")) : 0) nooutput

set logscale xy 2
set xrange [1:32]
set xtics 2 offset 0,0.2
set xlabel "sides of the branch" offset 0,0.5
set yrange [0.8:40]
set ytics 2
set grid ytics ls 100
set ylabel "relative time" offset 1,0
set lmargin 7
set rmargin narrow ? 9.5 : 12

spent(by) = strcol("by") eq by ? column("ms") : NaN
set style line 100 lw 0.8 lc rgb line dt solid
set style line 101 lw 1.4 lc rgb faint
set style line 102 lc rgb series_2 pt 5 lw 1.8 dt (7,4)
set style line 103 lc rgb series_1 pt 7 lw 1.8
set style line 104 lc rgb series_3 pt 8 ps 1.5 lw 1.8
set label "by lane" at graph 1.03, first 32 tc rgb series_2
set label "by warp" at graph 1.03, first 1.16 tc rgb series_3
set label "by block" at graph 1.03, first 0.9 tc rgb series_1
set label "instructions, counted" at (narrow ? 5 : 4.4), 4 tc rgb faint
plot warps_branch_counts using "sides":(strcol("by") eq "lane" ? column("instructions") / counted : NaN) with lines ls 101, \
  warps_branch using "sides":(spent("lane") / first[1]) with points ls 102, \
  warps_branch using "sides":(spent("block") / first[3]) with linespoints ls 103, \
  warps_branch using "sides":(spent("warp") / first[2]) with points ls 104
