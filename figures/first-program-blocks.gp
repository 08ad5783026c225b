# A launch of four blocks of 256 threads, above an array of 1000 elements.
eval picture(170)
unset datafile columnheaders
unset border
unset tics
set xrange [-20:1044]
set yrange [-1:10]
set lmargin 0
set rmargin 0
set tmargin 0
set bmargin 0
do for [block = 0:3] {
  from_thread = 256 * block
  set object rectangle from from_thread + 3, 5.4 to from_thread + 253, 8 fc rgb series_1 fs solid 0.14 border lc rgb series_1
  set label sprintf("block %d", block) at from_thread + 128, 9 center tc rgb series_1
  set label (narrow ? sprintf("%d–%d", from_thread, from_thread + 255) : sprintf("threads %d–%d", from_thread, from_thread + 255)) \
    at from_thread + 128, 6.7 center tc rgb ink
  # Each of its threads has the element below it.
  do for [arrow = 0:2] {
    at_thread = from_thread + 40 + 80 * arrow
    set arrow from at_thread, 5.1 to at_thread, 3.8 head size 9, 20 filled lc rgb faint
  }
  if (block > 0) { set arrow from from_thread, 1.6 to from_thread, 3.5 nohead lc rgb series_4 dt (2,3) }
}
set object rectangle from 1000, 5.4 to 1021, 8 fc rgb series_2 fs solid 0.55 noborder
set object rectangle from 3, 1.6 to 1000, 3.5 fc rgb series_4 fs solid 0.2 border lc rgb series_4
set label "the array: elements 0 to 999" at 500, 0.7 center tc rgb series_4
set arrow from 1011, 5.1 to 1011, 0 nohead lc rgb series_2 lw 1.4
set label (narrow ? "24 idle" : "24 threads without an element") at 1030, -0.5 right tc rgb series_2
plot NaN notitle
