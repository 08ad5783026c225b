# A bar for each rung of a ladder: its time, and how many times as fast it is as the rung before and the first.
# A script says `rungs`, `texts[i]`, `ms[i]`, `colours_of[i]` and `bar_unit` (ms or µs, with `bar_scale` and `bar_format`).
eval picture(46 + (narrow ? 46 : 31) * rungs)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
longest = 0
do for [i=1:rungs] { longest = ms[i] > longest ? ms[i] : longest }
# Narrow, a rung's name stands above its bar.
left_room = narrow ? 0.01 : 0.66
right_room = narrow ? 0.7 : 0.56
set xrange [-left_room * longest:(1 + right_room) * longest]
set yrange [rungs + 0.6:-0.3]
from_last = (1 + right_room * (narrow ? 0.66 : 0.66)) * longest
from_first = (1 + right_room * (narrow ? 0.99 : 0.99)) * longest
set label 300 bar_unit at first longest * (1 + right_room * 0.34), 0.1 right tc rgb faint font ",12"
set label 301 "× last" at first from_last, 0.1 right tc rgb faint font ",12"
set label 302 "× first" at first from_first, 0.1 right tc rgb faint font ",12"
half = narrow ? 0.2 : 0.3
down = narrow ? 0.2 : 0
do for [i=1:rungs] {
  set object i rectangle from 0, i - half + down - 0.0 to ms[i], i + half + down fc rgb colours_of[i] fs solid noborder
  if (narrow) { set label i texts[i] at first 0, i - 0.26 left font ",13" } else { set label i texts[i] at first -0.02 * longest, i right }
  set label 100 + i sprintf(bar_format, bar_scale * ms[i]) at first longest * (1 + right_room * 0.34), i + down right font ",13"
  if (i > 1) {
    set label 200 + i sprintf("%.2f", ms[i - 1] / ms[i]) at first from_last, i + down right font ",13"
    set label 400 + i sprintf("%.2f", ms[1] / ms[i]) at first from_first, i + down right font ",13"
  }
}
plot NaN
