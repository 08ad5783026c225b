# data: compaction-ballot-trace
eval picture(300)

# What each lane loaded, and the place where it stored, -1 where it did not.
lanes = 8
array value[8]
array place[8]
do for [i=1:8] { place[i] = -1 }
is(kind) = strstrt(strcol("op"), kind) == 1
first = -1
loaded(lane) = (value[lane + 1] = column("after"))
stored(lane) = (first = first < 0 ? column("address") : first, place[lane + 1] = (column("address") - first) / 4)
see(lane) = lane >= lanes ? 0 : is("ld.global") ? loaded(lane) : \
  is("st.global") && column("after") == value[lane + 1] ? stored(lane) : 0
stats compaction_ballot_trace using (see(int(column("lane")))) nooutput
unset datafile columnheaders

set margins at screen (narrow ? 0.24 : 0.2), screen (narrow ? 0.99 : 0.96), at screen 0.04, screen 0.88
unset border
unset tics
unset xlabel
set xrange [-0.5:lanes-0.5]
set yrange [-3.3:0.3]
set label "lane" at graph 0, screen 0.94 right offset -2,0 tc rgb faint
do for [l=0:lanes-1] { set label sprintf("%d", l) at first l, screen 0.94 center tc rgb faint }
set label "element" at -0.7, 0 right tc rgb faint
set label "flag" at -0.7, -1 right tc rgb faint
set label "rank" at -0.7, -2 right tc rgb faint
set label "result" at -0.7, -3 right tc rgb faint
kept = 0
do for [l=0:lanes-1] {
  shown = place[l + 1] >= 0 ? series_1 : faint
  set label sprintf("%d", value[l + 1]) at l, 0 center tc rgb shown
  set label (place[l + 1] >= 0 ? "1" : "0") at l, -1 center tc rgb shown
  if (place[l + 1] >= 0) {
    set label sprintf("%d", place[l + 1]) at l, -2 center tc rgb shown
    set arrow from l, -2.25 to place[l + 1], -2.72 lc rgb series_1 lw 1.6
    set object rectangle center place[l + 1], -3 size 0.9, 0.46 fs empty border lc rgb series_1
    set label sprintf("%d", value[l + 1]) at place[l + 1], -3 center tc rgb ink
  }
}
do for [l=0:lanes-1] {
  set object rectangle center l, 0 size 0.9, 0.46 fs empty border lc rgb (place[l + 1] >= 0 ? series_1 : line)
}
plot NaN notitle
