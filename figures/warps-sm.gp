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
  eval text(x + 0.5, y + 0.38, "32 float units")
}
eval box(0.04, -1.1, columns - 0.08, 0.95, "series_3")
eval text(columns / 2., -0.62, narrow ? "256 KB: L1 cache, shared memory" : "256 KB of memory: L1 cache and shared memory")
# Thirty-two units per part, as short thick lines: gnuplot makes a single path of them, which keeps the page small.
set print $units
do for [k=0:127] {
  part = k / 32
  unit = k % 32
  print sprintf("%g,%g", part % columns + 0.12 + 0.0507 * (unit % 16), 4.2 * (rows - 1 - part / columns) + 1.05 - 0.28 * (unit / 16))
}
unset print
plot $units using 1:2:(0):(0.2) with vectors nohead lw (narrow ? 5.5 : 4) lc rgb series_1
