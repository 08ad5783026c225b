# Four square panels of `cells` times `cells`: beside one another, or, narrow, two above two. Panel p, from 0, begins at
# left(p), top(p), and y grows upwards; mark(p, row, column, look) fills a cell.
eval picture(narrow ? 450 : 190)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set size ratio -1
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
space = narrow ? 0.18 * cells : 0.22 * cells
left(p) = (narrow ? p % 2 : p) * (cells + space)
top(p) = narrow ? -(p / 2) * (cells + 0.4 * cells) : 0
set xrange [-0.1:(narrow ? 2 : 4) * cells + (narrow ? 1 : 3) * space + 0.1]
set yrange [narrow ? -2.45 * cells : -1.08 * cells:0.3 * cells]
tag = 0
cell(p, row, column, colour, fill) = sprintf("tag = tag + 1; set object tag rectangle from %g,%g to %g,%g behind fc rgb %s fs solid %g noborder", \
  left(p) + column, top(p) - row - 1, left(p) + column + 1, top(p) - row, colour, fill)
panel(p, title) = sprintf("tag = tag + 1; set object tag rectangle from %g,%g to %g,%g fs empty border lc rgb faint lw 1.2; ", left(p), top(p) - cells, left(p) + cells, top(p)) \
  . sprintf("set label tag '%s' at %g,%g center", title, left(p) + cells / 2., top(p) + 0.11 * cells)
line_of(p, along, k, colour, width) = sprintf("tag = tag + 1; set arrow tag from %g,%g to %g,%g nohead lc rgb %s lw %g back", \
  left(p) + (along ? 0 : k), top(p) - (along ? k : 0), left(p) + (along ? cells : k), top(p) - (along ? k : cells), colour, width)
