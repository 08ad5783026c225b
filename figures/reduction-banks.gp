# The words that the first warp reads with its own index, among the banks, by distance: strided, and sequential.
eval picture(narrow ? 150 : 175)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
panels = 4
array distance[panels] = [1, 4, 16, 1]
left(p) = 37 * (p - 1)
set xrange [-1.5:left(panels) + 32.5]
set yrange [-10.5:4.5]
do for [p=1:panels] {
  sequential = p == 4
  set object p rectangle from left(p) - 0.7, -7.7 to left(p) + 31.7, 0.7 fs empty border lc rgb line lw 1.2
  title = sequential ? "sequential" : sprintf(narrow ? "%d" : "distance %d", distance[p])
  set label p title at first left(p) + 15.5, 2.6 center
  queue = sequential ? 1 : p == 1 ? 2 : 8
  queued = sprintf(narrow ? "%d" : queue == 1 ? "%d wavefront" : "%d wavefronts", queue)
  set label 10 + p queued at first left(p) + 15.5, -9.3 center tc rgb (queue > 1 ? series_2 : series_1) font ",12"
}
set samples 32
lanes(p) = p == 3 ? 8 : 32
at(p, t) = p == 4 ? int(t) : 2 * distance[p] * int(t)
x_of(p, t) = t < lanes(p) ? left(p) + at(p, t) % 32 : NaN
plot for [p=1:panels] "+" using (x_of(p, $0)):(-at(p, $0) / 32) with points pt 7 ps (narrow ? 0.3 : 0.4) lc rgb (p == 4 ? series_1 : series_2)
