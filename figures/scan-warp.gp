# data: scan-warp-trace
# narrow: no
# A row of lanes before each shuffle, and one for what is stored; lines from the lane that is read.
array held[32 * 8]
array source[32 * 8]
do for [i=1:32 * 8] { held[i] = source[i] = 0 }
row = step = -1
cell(lane) = 32 * row + lane + 1
enter(lane) = (row = column("step") == step ? row : row + 1, step = column("step"), cell(lane))
see(lane) = strstrt(strcol("op"), "shfl") == 1 \
  ? (c = enter(lane), held[c] = column("before"), source[c + 32] = column("source_lane")) \
  : strstrt(strcol("op"), "st.global") == 1 ? (c = enter(lane), held[c] = column("after")) : 0
stats scan_warp_trace using (see(int(column("lane")))) nooutput
unset datafile columnheaders

rows = row
eval picture(60 + 62 * rows)
set margins at screen 0.09, screen 0.99, at screen 0.04, screen 0.92
unset border
unset tics
unset xlabel
set xrange [-0.6:31.6]
set yrange [-rows-0.2:0.2]
set label "lane" at graph 0, screen 0.965 right offset -0.5, 0 tc rgb faint
do for [l=0:31] { set label sprintf("%d", l) at first l, screen 0.965 center tc rgb faint font ",10" }
lane_of(i) = int(i - 1) % 32
row_of(i) = int(i - 1) / 32
inside(i) = row_of(i) <= rows
moved(i) = row_of(i) >= 1 && inside(i) && source[i] != lane_of(i)
set style arrow 1 nohead lc rgb line lw 1
set style arrow 2 nohead lc rgb series_1 lw 1.2
plot held using (row_of($1) >= 1 && inside($1) ? lane_of($1) : NaN):(-row_of($1) + 0.16):(0):(0.68) with vectors arrowstyle 1, \
  held using (moved($1) ? lane_of($1) : NaN):(-row_of($1) + 0.16):(source[$1] - lane_of($1)):(0.68) with vectors arrowstyle 2, \
  held using (inside($1) ? lane_of($1) : NaN):(-row_of($1)):(sprintf("%g", held[$1])) with labels font ",10"
