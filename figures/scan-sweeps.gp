# data: scan-sweeps-trace
# Draws the trace of a block of few threads: a row of places for each round, with what they hold, and
# lines from the places that a thread has read to those that it writes.
places = 8
cell(row, place) = places * row + place + 1
array held[128]
array drawn[128]  # was the place written in this row?
array left[128]   # the places whose values it was made of
array right[128]
array one[32]     # what each thread has read in this round
array other[32]
array fresh[32]
do for [i=1:128] { drawn[i] = 0; left[i] = -1; right[i] = -1 }
do for [i=1:32] { one[i] = -1; other[i] = -1 }

base = 1e18
shared(op) = strstrt(op, ".shared") > 0
stats scan_sweeps_trace using (shared(strcol("op")) && column("address") < base ? (base = column("address")) : 0) nooutput
place_of(address) = int((address - base) / 4)

row = written = loads = 0
next(dummy) = (row = row + 1, written = 0, \
  sum [p=0:places-1] ((held[cell(row, p)] = held[cell(row - 1, p)]) * 0), \
  sum [i=1:32] ((one[i] = -1) + (other[i] = -1)))
again(lane, place) = place == one[lane + 1] || place == other[lane + 1]
load_(lane, place) = ((!loads || written) && !again(lane, place) ? next(0) : 0, loads = 1, \
  again(lane, place) ? 0 : one[lane + 1] < 0 ? (one[lane + 1] = place) : (other[lane + 1] = place))
low(lane) = one[lane + 1] < other[lane + 1] ? one[lane + 1] : other[lane + 1]
high(lane) = one[lane + 1] < other[lane + 1] ? other[lane + 1] : one[lane + 1]
store(lane, place, value) = (drawn[cell(row, place)] ? next(0) : 0, written = 1, held[cell(row, place)] = value, \
  row == 0 ? 0 : (drawn[cell(row, place)] = 1, right[cell(row, place)] = high(lane), \
    left[cell(row, place)] = place == low(lane) ? -1 : low(lane)))
see(op, lane, place, value) = strstrt(op, "ld.shared") == 1 ? load_(lane, place) \
  : strstrt(op, "st.shared") == 1 ? store(lane, place, value) : 0
stats scan_sweeps_trace using (see(strcol("op"), int(column("lane")), place_of(column("address")), column("after"))) nooutput
# The last row only reads.
rows = row
do for [r=1:row] {
  any = sum [p=0:places-1] drawn[cell(r, p)]
  rows = any ? r : rows
}
do for [r=row:1:-1] { if ((sum [p=0:places-1] drawn[cell(r, p)]) == 0) { rows = r - 1 } }

unset datafile columnheaders
eval picture(60 + 62 * rows)
set margins at screen (narrow ? 0.2 : 0.16), screen (narrow ? 0.99 : 0.97), at screen 0.04, screen 0.91
unset border
circle = narrow ? 2.9 : 3.4
unset tics
set xrange [-0.4:places-0.6]
set yrange [-rows-0.2:0.2]
do for [p=0:places-1] { set label sprintf("%d", p) at first p, screen 0.96 center tc rgb faint }
set label "place" at graph 0, screen 0.96 right offset (narrow ? -1.8 : -3), 0 tc rgb faint
do for [r=1:rows] {
  written = sum [p=0:places-1] drawn[cell(r, p)]
  set label (r <= rows / 2 ? "up" : r == rows / 2 + 1 ? "root" : "down") at -0.75, -r right tc rgb faint
}
column_of(i) = int(i - 1) % places
row_of(i) = int(i - 1) / places
shown(i) = row_of(i) <= rows ? column_of(i) : NaN
new(i) = row_of(i) >= 1 && row_of(i) <= rows && drawn[i] ? column_of(i) : NaN
set style arrow 1 nohead lc rgb line lw 1
set style arrow 2 nohead lc rgb series_1 lw 2
old(i) = row_of(i) >= 1 && row_of(i) <= rows && !drawn[i] ? column_of(i) : NaN
from_left(i) = left[i] >= 0 ? new(i) : NaN
from_right(i) = right[i] >= 0 ? new(i) : NaN

plot held using (old($1)):(-row_of($1)):(0):(1) with vectors arrowstyle 1, \
  held using (from_left($1)):(-row_of($1)):(left[$1] - column_of($1)):(1) with vectors arrowstyle 2, \
  held using (from_right($1)):(-row_of($1)):(right[$1] - column_of($1)):(1) with vectors arrowstyle 2, \
  held using (shown($1)):(-row_of($1)) with points pt 7 ps circle lc rgb paper, \
  held using (shown($1)):(-row_of($1)) with points pt 6 ps circle lw 1 lc rgb faint, \
  held using (new($1)):(-row_of($1)) with points pt 6 ps circle lw 2 lc rgb series_1, \
  held using (shown($1)):(-row_of($1)):(sprintf("%g", held[$1])) with labels
