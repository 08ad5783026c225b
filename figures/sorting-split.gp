# data: sorting-split-trace

# A store to shared memory shows a lane's value and where it goes; the store to global memory, the end.
array value[32 * 8]
array place[32 * 8]
do for [i=1:256] { value[i] = place[i] = 0 }
is_store(memory) = strstrt(strcol("op"), "st") == 1 && strstrt(strcol("op"), memory) > 0
stats sorting_split_trace using (is_store(".shared") ? column("address") : NaN) name "shared" nooutput
row = step = -1
enter(lane) = (row = column("step") == step ? row : row + 1, step = column("step"), 32 * row + lane + 1)
stored(lane) = (cell = enter(lane), value[cell] = column("after"), place[cell] = (column("address") - shared_min) / 4)
see(lane) = is_store(".shared") || is_store(".global") ? stored(lane) : 0
stats sorting_split_trace using (see(int(column("lane")))) nooutput
unset datafile columnheaders

unset border
unset tics
# Narrow, places stand below one another, and rounds go from left to right.
across(lane, row) = narrow ? row : lane
upward(lane, row) = narrow ? -lane : -row
if (narrow) {
  eval picture(40 + 17 * 32)
  set margins at screen 0.02, screen 0.98, at screen 0.01, screen 0.95
  set xrange [-0.15:row+0.15]
  set yrange [-31.6:0.6]
  do for [r=1:row] { set label sprintf("bit %d", r - 1) at first r - 0.5, screen 0.975 center tc rgb faint }
} else {
  eval picture(30 + 95 * row)
  set margins at screen 0.085, screen 0.99, at screen 0.05, screen 0.95
  set xrange [-0.7:31.7]
  set yrange [-row-0.15:0.15]
  do for [r=1:row] { set label sprintf("bit %d", r - 1) at -1.2, 0.5 - r right tc rgb faint }
}
lane_of(i) = int(i - 1) % 32
row_of(i) = int(i - 1) / 32
bit_of(i) = int(value[i]) >> row_of(i) & 1
of_bit(i, bit) = row_of(i) < row && bit_of(i) == bit
from_x(i) = across(lane_of(i), row_of(i) + 0.09)
from_y(i) = upward(lane_of(i), row_of(i) + 0.09)
by_x(i) = across(place[i], row_of(i) + 0.91) - from_x(i)
by_y(i) = upward(place[i], row_of(i) + 0.91) - from_y(i)
text_at(i, dark) = row_of(i) <= row && (row_of(i) < row && bit_of(i)) == dark
array colour[2]
colour[1] = faint
colour[2] = series_1
plot for [b=0:1] place using (of_bit($1, b) ? from_x($1) : NaN):(from_y($1)):(by_x($1)):(by_y($1)) \
    with vectors nohead lw 1.2 lc rgb colour[b + 1], \
  for [b=0:1] value using (text_at($1, b) ? across(lane_of($1), row_of($1)) : NaN):(upward(lane_of($1), row_of($1))):(sprintf("%d", value[$1])) \
    with labels tc rgb colour[b + 1]
