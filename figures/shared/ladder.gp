# A bar for each rung of a ladder: its time, and how many times as fast it is as the rung before and the first.
# A script says `rungs`, `names_of[i]`, `texts[i]`, `colours_of[i]`, `result`, and which of its rows count: `chosen(dummy)`.
# A bar is as long as its time. If there is a variable `factors`, a bar shows how many times as fast as the first rung
# its rung is, as a logarithm: short times of a long ladder would have no bars to be seen.
array ms[rungs]
array low[rungs]
array high[rungs]
do for [i=1:rungs] {
  stats @result using (strcol("variant") eq names_of[i] && chosen(0) \
    ? (ms[i] = column("ms"), low[i] = column("lower_quartile"), high[i] = column("upper_quartile")) : NaN) nooutput
}
eval picture(60 + (narrow ? 46 : 31) * rungs)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
by_factors = exists("factors")
length_of(time) = by_factors ? log10(ms[1] / time) : time
longest = 0
do for [i=1:rungs] { longest = length_of(ms[i]) > longest ? length_of(ms[i]) : longest }
# Narrow, a rung's name stands above its bar.
left_room = narrow ? 0.01 : 0.66
right_room = narrow ? 0.7 : 0.56
set xrange [-left_room * longest:(1 + right_room) * longest]
set yrange [rungs + 1.05:-0.3]
from_last = (1 + right_room * 0.66) * longest
from_first = (1 + right_room * 0.99) * longest
set label 300 "ms" at first longest * (1 + right_room * 0.34), 0.1 right tc rgb faint font ",12"
set label 301 "× last" at first from_last, 0.1 right tc rgb faint font ",12"
set label 302 "× first" at first from_first, 0.1 right tc rgb faint font ",12"
number_of(x, decimals) = sprintf(sprintf("%%.%df", x < 9.995 ? decimals : decimals - 1), x)
half = narrow ? 0.2 : 0.3
down = narrow ? 0.2 : 0
do for [i=1:rungs] {
  end = by_factors && i == 1 ? 0.01 * longest : length_of(ms[i])
  set object i rectangle from 0, i - half + down to end, i + half + down fc rgb colours_of[i] fs solid noborder
  if (narrow) { set label i texts[i] at first 0, i - 0.26 left font ",13" } else { set label i texts[i] at first -0.02 * longest, i right }
  set label 100 + i number_of(ms[i], 3) at first longest * (1 + right_room * 0.34), i + down right font ",13"
  set arrow 700 + i from end + 0.015 * longest, i + down to 1.01 * longest, i + down nohead lc rgb line lw 0.8 dt (1,3) back
  if (i > 1) {
    set label 200 + i number_of(ms[i - 1] / ms[i], 2) at first from_last, i + down right font ",13"
    set label 400 + i number_of(ms[1] / ms[i], 2) at first from_first, i + down right font ",13"
  }
  # From quartile to quartile.
  if (i > 1 || !by_factors) {
    set arrow 600 + i from length_of(low[i]), i + down to length_of(high[i]), i + down heads size screen 0.004, 90 lc rgb paper lw 1.2 front
  }
}
if (by_factors) {
  set label 500 "× first" at first longest * (1 + right_room * 0.34), rungs + 0.8 right tc rgb faint font ",12"
  tick = 500
  do for [n in "1 2 5 10 20 50 100 200 500 1000"] {
    tick = tick + 1
    if (log10(n) <= longest && (longest < 2.5 || n[1:1] eq "1")) {
      set arrow tick from log10(n), 0.5 to log10(n), rungs + 0.55 nohead lc rgb (n eq "1" ? faint : line) lw 0.8 back
      set label tick n at first log10(n), rungs + 0.8 center tc rgb faint font ",12"
    }
  }
} else {
  # Some four steps, or eight, of 1, 2 or 5 times a power of ten.
  rough = longest / (rungs > 4 ? 4 : 8)
  power = 10.0 ** floor(log10(rough))
  step = rough / power < 1.5 ? power : rough / power < 3.5 ? 2 * power : 5 * power
  do for [k=0:int(longest / step)] {
    set arrow 500 + k from k * step, 0.5 to k * step, rungs + 0.55 nohead lc rgb (k == 0 ? faint : line) lw 0.8 back
    set label 500 + k sprintf("%g", k * step) at first k * step, rungs + 0.8 center tc rgb faint font ",12"
  }
}
plot NaN
