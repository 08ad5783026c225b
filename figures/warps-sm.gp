# One SM of an H200: four parts, each with a scheduler, and the memory that they share.
eval picture(narrow ? 320 : 285)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
columns = narrow ? 2 : 4
rows = 4 / columns
set xrange [0:columns]
set yrange [-1.3:4.2 * rows + 0.15]

# A box from (x, y), in it a text of one or two lines.
box(x, y, width, height, colour) = sprintf("set object rectangle from %g,%g to %g,%g fs empty border lc rgb %s lw 1.4; ", x, y, x + width, y + height, colour)
text(x, y, words) = sprintf('set label "%s" at first %g,%g center; ', words, x, y)
do for [part=0:3] {
  x = part % columns
  y = 4.2 * (rows - 1 - part / columns)
  eval box(x + 0.04, y + 0.1, 0.92, 4, "line")
  eval box(x + 0.09, y + 2.95, 0.82, 0.95, "series_2") . text(x + 0.5, y + 3.42, "warp scheduler")
  eval box(x + 0.09, y + 1.75, 0.82, 0.95, "series_4") . text(x + 0.5, y + 2.22, "16 384 registers")
  # Thirty-two units, as small boxes, and what they are.
  do for [unit=0:31] {
    eval box(x + 0.1 + 0.05 * (unit % 16), y + 1.05 - 0.28 * (unit / 16), 0.04, 0.2, "series_1")
  }
  eval text(x + 0.5, y + 0.38, "32 float units")
}
eval box(0.04, -1.1, columns - 0.08, 0.95, "series_3")
eval text(columns / 2., -0.62, narrow ? "256 KB: L1 cache, shared memory" : "256 KB of memory: L1 cache and shared memory")
plot NaN
