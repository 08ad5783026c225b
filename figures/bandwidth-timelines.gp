# One launch between two events, as the host and the device live through it; not to scale.
eval picture(narrow ? 290 : 250)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -2.5 : -2:12.3]
set yrange [-2.3:5.1]

box(x, to, y, colour, words) = sprintf("set object rectangle from %g,%g to %g,%g fs solid 0.16 border lc rgb %s fc rgb %s; ", x, y, to, y + 0.8, colour, colour) \
  . sprintf('set label "%s" at first %g,%g center; ', words, (x + to) / 2, y + 0.4)
span(x, to, y, words) = sprintf("set arrow from %g,%g to %g,%g heads size 0.15,20 filled lc rgb faint; ", x, y, to, y) \
  . sprintf('set label "%s" at first %g,%g left tc rgb faint; ', words, to + 0.2, y)
set label "host" at first -0.3, 4.4 right tc rgb faint
set label "device" at first -0.3, 2.4 right tc rgb faint
eval box(0, 1.9, 4, "series_1", "asks")
eval box(1.9, 10, 4, "series_3", "waits")
eval box(2.5, 9.2, 2, "series_4", "the kernel")
# The events.
set label "first" at first 0.9, 3.35 center tc rgb series_2
set label "second" at first 9.35, 3.35 center tc rgb series_2
do for [event=0:1] {
  at = event ? 9.35 : 0.9
  set arrow from at, 1.8 to at, 3 nohead lw 2.4 lc rgb series_2
}
do for [edge=0:2] {
  at = edge == 0 ? 0 : (edge == 1 ? 1.9 : 10)
  set arrow from at, 3.9 to at, (edge == 1 ? 0.7 : (edge == 0 ? -1.1 : -0.3)) nohead lc rgb faint dt (2,3)
}
eval span(0, 1.9, 0.8, "asked")
eval span(0, 10, -0.3, "ended")
eval span(0.9, 9.35, -1.4, "events")
do for [event=0:1] {
  at = event ? 9.35 : 0.9
  set arrow from at, 1.7 to at, -1.5 nohead lc rgb series_2 dt (2,3)
}
plot NaN
