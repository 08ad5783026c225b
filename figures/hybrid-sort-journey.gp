# data: hybrid-sort-journey

# Where each value is at each stage: 0, as it came; 1, in its bucket; 2, in order.
values = 64
array place[3 * values]
do for [i=1:3 * values] { place[i] = -1 }
note(stage, at, value) = (place[values * stage + value + 1] = at)
stats hybrid_sort_journey using (note(int(column("stage")), column("place"), int(column("value")))) nooutput
unset datafile columnheaders

# The stages without gaps are as wide as the one with gaps.
stage_of(i) = int(i - 1) / values
value_of(i) = int(i - 1) % values
is_there(i) = place[i] >= 0
along(i) = stage_of(i) == 1 ? place[i] : place[i] * 44 / 32.0
bucket_of(i) = value_of(i) / 16

unset border
unset tics
if (narrow) {
  eval picture(40 + 15 * 44)
  set margins at screen 0.02, screen 0.98, at screen 0.01, screen 0.95
  set xrange [-0.15:2.15]
  set yrange [-44.6:0.6]
  set label "keys" at first 0, screen 0.975 center tc rgb faint
  set label "buckets" at first 1, screen 0.975 center tc rgb faint
  set label "in order" at first 2, screen 0.975 center tc rgb faint
} else {
  eval picture(250)
  set margins at screen 0.115, screen 0.99, at screen 0.05, screen 0.95
  set xrange [-0.7:44.2]
  set yrange [-2.15:0.15]
  set label "keys" at -1.2, 0 right tc rgb faint
  set label "buckets" at -1.2, -1 right tc rgb faint
  set label "in order" at -1.2, -2 right tc rgb faint
}
x_at(along, stage) = narrow ? stage : along
y_at(along, stage) = narrow ? -along : -stage
from_x(i) = x_at(along(i), stage_of(i) + 0.1)
from_y(i) = y_at(along(i), stage_of(i) + 0.1)
after(i) = stage_of(i) < 2 ? i + values : i
by_x(i) = x_at(along(after(i)), stage_of(i) + 0.9) - from_x(i)
by_y(i) = y_at(along(after(i)), stage_of(i) + 0.9) - from_y(i)
leads(i, b) = stage_of(i) < 2 && is_there(i) && bucket_of(i) == b
array colour[4]
colour[1] = series_1
colour[2] = series_2
colour[3] = series_5
colour[4] = ink
plot for [b=0:3] place using (leads($1, b) ? from_x($1) : NaN):(from_y($1)):(by_x($1)):(by_y($1)) \
    with vectors nohead lw 0.8 lc rgb colour[b + 1], \
  for [b=0:3] place using (is_there($1) && bucket_of($1) == b ? x_at(along($1), stage_of($1)) : NaN):(y_at(along($1), stage_of($1))):(sprintf("%d", value_of($1))) \
    with labels font (narrow ? ",12" : ",9") tc rgb colour[b + 1]
