# Scopes as boxes in boxes: the threads that a strong access has to work for.
eval picture(narrow ? 380 : 300)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.01, screen 0.99
set xrange [0:10]
set yrange [0:10]
box(x, y, to_x, to_y, colour) = sprintf("set object rectangle from %g,%g to %g,%g fs empty border lc rgb %s lw 1.6; ", x, y, to_x, to_y, colour)
text(x, y, words, colour) = sprintf('set label "%s" at first %g,%g left tc rgb %s font ",%g"; ', words, x, y, colour, narrow ? 12 : 14)
eval box(0.05, 0.1, 9.95, 9.9, "series_6") . text(0.3, 9.25, "system: all devices, and the host", "series_6")
do for [device=0:1] {
  x = device ? 7 : 0.3
  eval box(x, 0.4, device ? 8.5 : 6.85, 8.6, "series_1") . text(x + 0.12, 7.95, device ? "device" : "device: all its blocks", "series_1")
}
eval box(8.65, 0.4, 9.75, 8.6, "series_6") . text(8.77, 7.95, "host", "series_6")
do for [block=0:1] {
  y = block ? 0.8 : 4.3
  eval box(0.5, y, 6.7, y + 3.1, "series_4") . text(0.65, y + 2.5, block ? "another block" : "block: its threads", "series_4")
  do for [thread=0:7] {
    eval box(0.75 + 0.74 * thread, y + 0.4, 1.3 + 0.74 * thread, y + 1.6, "series_2")
    set label sprintf("%d", thread) at first 1.025 + 0.74 * thread, y + 1 center tc rgb series_2 font ",12"
  }
}
# The other device has blocks, too.
do for [block=0:1] {
  y = block ? 0.8 : 4.3
  eval box(7.15, y, 8.35, y + 3.1, "series_4")
  do for [thread=0:1] { eval box(7.3 + 0.53 * thread, y + 0.4, 7.67 + 0.53 * thread, y + 1.6, "series_2") }
}
# So does the host have threads.
do for [thread=0:1] { eval box(8.8, 1.2 + 3.5 * thread, 9.6, 2.4 + 3.5 * thread, "series_2") }
plot NaN
