# Which of four threads takes which point: in strides, and in runs of four points.
eval picture(170)
unset datafile columnheaders
unset border
unset tics
points = narrow ? 16 : 32
threads = 4
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [-0.2:points + 0.2]
set yrange [-0.3:5.2]
array tint[threads] = [series_1, series_2, series_3, series_4]
# The point i, taken by thread t, in a row at height y.
point(i, y, t) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb tint[%d] fs solid 0.15 border lc rgb tint[%d]; ", i + 0.05, y, i + 0.95, y + 1.2, t + 1, t + 1) \
  . sprintf('set label "%d" at first %g,%g center tc rgb tint[%d] font ",12"; ', t, i + 0.5, y + 0.6, t + 1)
do for [i=0:points - 1] {
  eval point(i, 3, i % threads)
  eval point(i, 0, (i / 4) % threads)
}
set label (narrow ? "in strides" : "in strides: a point, then past those of all other threads") at first 0, 4.75 left tc rgb faint
set label "in runs of four points" at first 0, 1.75 left tc rgb faint
plot NaN
