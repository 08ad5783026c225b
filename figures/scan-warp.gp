# data: scan-warp-trace
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
unset border
unset tics
unset xlabel
# Narrow, lanes stand below one another, and rounds go from left to right.
across(lane, row) = narrow ? row : lane
upward(lane, row) = narrow ? -lane : -row
if (narrow) {
  eval picture(40 + 17 * 32)
  set margins at screen 0.13, screen 0.99, at screen 0.01, screen 0.95
  set xrange [-0.3:rows+0.3]
  set yrange [-31.6:0.6]
  set label "lane" at screen 0.01, screen 0.975 left tc rgb faint
  do for [l=0:31] { set label sprintf("%d", l) at screen 0.08, first -l right tc rgb faint font ",12" }
} else {
  eval picture(60 + 62 * rows)
  set margins at screen 0.09, screen 0.99, at screen 0.04, screen 0.92
  set xrange [-0.6:31.6]
  set yrange [-rows-0.2:0.2]
  set label "lane" at graph 0, screen 0.965 right offset -0.5, 0 tc rgb faint
  do for [l=0:31] { set label sprintf("%d", l) at first l, screen 0.965 center tc rgb faint font ",10" }
}
lane_of(i) = int(i - 1) % 32
row_of(i) = int(i - 1) / 32
inside(i) = row_of(i) <= rows
moved(i) = row_of(i) >= 1 && inside(i) && source[i] != lane_of(i)
set style arrow 1 nohead lc rgb line lw 1
set style arrow 2 nohead lc rgb series_1 lw 1.2
# From a lane below the round to a lane above it.
after(i) = row_of(i) - (narrow ? 0.24 : 0.16)
before(i) = row_of(i) - (narrow ? 0.76 : 0.84)
from_x(i) = across(lane_of(i), after(i))
from_y(i) = upward(lane_of(i), after(i))
by_x(i, lane) = across(lane, before(i)) - from_x(i)
by_y(i, lane) = upward(lane, before(i)) - from_y(i)
plot held using (row_of($1) >= 1 && inside($1) ? from_x($1) : NaN):(from_y($1)):(by_x($1, lane_of($1))):(by_y($1, lane_of($1))) \
    with vectors arrowstyle 1, \
  held using (moved($1) ? from_x($1) : NaN):(from_y($1)):(by_x($1, source[$1])):(by_y($1, source[$1])) with vectors arrowstyle 2, \
  held using (inside($1) ? across(lane_of($1), row_of($1)) : NaN):(upward(lane_of($1), row_of($1))):(sprintf("%g", held[$1])) \
    with labels font (narrow ? ",12" : ",10")
