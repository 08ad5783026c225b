# Draws the trace of one warp: a row of lanes for each set of values that they held, and lines from a
# lane that is read to the one that reads. What leads to a lane that ends with the whole sum stands out.
# Rows, lanes, lines and values are what `trace` says.

# Lane l in row r, both from 0, is element cell(r, l).
cell(row, lane) = 32 * row + lane + 1
array held[512]
array source[512]
array place[32]
do for [i=1:512] { source[i] = -1 }
do for [i=1:32] { place[i] = -1 }

is(kind, memory) = strstrt(strcol("op"), kind) == 1 && strstrt(strcol("op"), memory) > 0
owner(address) = sum [i=1:32] (place[i] == address ? i - 1 : 0)

# A shuffle shows what a lane held before it, a store what it holds from then on.
row = lanes = step = -1
enter(lane) = (row = column("step") == step ? row : row + 1, step = column("step"), \
  lanes = lane < lanes ? lanes : lane + 1)
shuffled(lane) = (enter(lane), held[cell(row, lane)] = column("before"), \
  source[cell(row + 1, lane)] = column("source_lane"))
shared(lane) = (enter(lane), held[cell(row, lane)] = column("after"), place[lane + 1] = column("address"))
fetched(lane) = owner(column("address")) == lane ? 0 \
  : (source[cell(row + 1, lane)] = owner(column("address")))
returned(lane) = (lane == 0 && source[cell(row + 1, lane)] >= 0 ? (row = row + 1) : 0, \
  held[cell(row, lane)] = column("after"))
see(lane) = is("shfl", "") ? shuffled(lane) : is("st", ".shared") ? shared(lane) \
  : is("ld", ".shared") ? fetched(lane) : is("st", ".global") ? returned(lane) : 0
stats trace using (see(int(column("lane")))) nooutput

unset datafile columnheaders

# A lane that reads no other keeps its value.
do for [r=1:row] {
  do for [l=0:lanes-1] {
    source[cell(r, l)] = source[cell(r, l)] < 0 ? l : source[cell(r, l)]
  }
}
distance(r) = source[cell(r, 0)] > 0 ? source[cell(r, 0)] : lanes - 1 - source[cell(r, lanes - 1)]

# Which lanes' first values are in each sum, a bit each; and what the whole sums are made of.
array terms[512]
array used[512]
do for [l=0:lanes-1] { terms[cell(0, l)] = 1 << l }
do for [r=1:row] {
  do for [l=0:lanes-1] {
    terms[cell(r, l)] = terms[cell(r - 1, l)] | terms[cell(r - 1, source[cell(r, l)])]
  }
}
do for [i=1:512] { used[i] = 0 }
do for [l=0:lanes-1] { used[cell(row, l)] = terms[cell(row, l)] == (1 << lanes) - 1 }
do for [r=row:1:-1] {
  do for [l=0:lanes-1] {
    if (used[cell(r, l)]) {
      used[cell(r - 1, l)] = 1
      used[cell(r - 1, source[cell(r, l)])] = 1
    }
  }
}

eval picture(90 + 88 * row)
set margins at screen (narrow ? 0.27 : 0.21), screen (narrow ? 0.99 : 0.96), at screen 0.06, screen 0.87
circle = narrow ? 2.7 : 3.7
unset border
unset tics
unset xlabel
set xrange [-0.4:lanes-0.6]
set yrange [-row-0.2:0.2]
set label "lane" at graph 0, screen 0.95 right offset (narrow ? -2.5 : -5.5), 0 tc rgb faint
do for [l=0:lanes-1] { set label sprintf("%d", l) at first l, screen 0.95 center tc rgb faint }
do for [r=1:row] {
  set label sprintf("distance %d", distance(r)) at -0.75, 0.5 - r right tc rgb faint
}

column_of(i) = int(i - 1) % 32
row_of(i) = int(i - 1) / 32
inside(i) = column_of(i) < lanes && row_of(i) <= row
edge(i, drawn) = inside(i) && row_of(i) > 0 && used[i] == drawn ? column_of(i) : NaN
set style arrow 1 nohead lc rgb line lw 1
set style arrow 2 nohead lc rgb series_1 lw 2
set style arrow 3 nohead lc rgb series_1 lw 1 dt (2,3)
node(i, drawn) = inside(i) && used[i] == drawn ? column_of(i) : NaN

first = 1
do for [r=0:row] { do for [l=0:lanes-1] { first = used[cell(r, l)] ? first : 0 } }

plot for [u=first:1] source using (edge($1, u)):(-row_of($1)):(0):(1) with vectors arrowstyle (u ? 3 : 1), \
  for [u=first:1] source using (edge($1, u)):(-row_of($1)):(source[$1] - column_of($1)):(1) \
    with vectors arrowstyle (u ? 2 : 1), \
  source using (inside($1) ? column_of($1) : NaN):(-row_of($1)) with points pt 7 ps circle lc rgb paper, \
  for [u=first:1] source using (node($1, u)):(-row_of($1)) \
    with points pt 6 ps circle lw (u ? 2 : 1) lc rgb (u ? series_1 : faint), \
  source using (inside($1) ? column_of($1) : NaN):(-row_of($1)):(sprintf("%g", held[$1])) with labels
