# data: trapezoid-1-times trapezoid-3-times
# explore: {"data": "trapezoid-3-times", "of": "series:warp/ms", "unit": "times as fast as an atomic per warp", "series": {"warp": [3, "atomic per warp"], "block": [4, "atomic per block"], "stride": [5, "in strides"], "last": [1, "the last kernel"]}}

# How many times as fast as the first kernel each step is, for the most points.
eval picture(280)
array ms[5]
most = 2 ** 28
stats trapezoid_1_times using (strcol("variant") eq "atomic" && column("n") == most ? (ms[1] = column("ms")) : NaN) nooutput
steps = "atomic warp block stride last"
do for [i=2:5] {
  stats trapezoid_3_times using (strcol("variant") eq word(steps, i) && column("n") == most ? (ms[i] = column("ms")) : NaN) nooutput
}
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.03, screen 0.98
# A bar's length is the logarithm of its factor; at its end stands the factor of its step.
length_of(i) = log10(ms[1] / ms[i])
room = narrow ? 3.2 : 1.9
set xrange [-room:length_of(5) + (narrow ? 1.1 : 0.75)]
set yrange [-1.75:4.6]
set label 400 "times as fast as the first kernel" at first 0, -1.5 left tc rgb faint
do for [power=0:floor(length_of(5))] {
  set arrow from power, -0.55 to power, 4.45 nohead lc rgb line lw 0.8 back
  set label 200 + power sprintf("%d", 10 ** power) at first power, -0.95 center tc rgb faint font ",12"
}
do for [i=1:5] {
  v = number(word(steps, i))
  set object i rectangle from 0, 4.7 - i to (i == 1 ? 0.02 : length_of(i)), 5.3 - i front fc rgb colours[v] fs solid noborder
  set label i names[v] at first -0.08, 5 - i right tc rgb colours[v]
  set label 100 + i sprintf("%.0f", ms[1] / ms[i]) at first length_of(i) + 0.08, 5 - i left
  if (i > 1) { set label 300 + i sprintf("× %.1f", ms[i - 1] / ms[i]) at first length_of(i) - 0.08, 5 - i right front tc rgb paper font ",12" }
}
plot NaN
