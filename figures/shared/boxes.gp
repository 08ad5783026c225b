# Diagrams of boxes, words and arrows. A script says `eval canvas(HEIGHT, LEFT, RIGHT, BOTTOM, TOP)`, then what
# stands there, and `plot NaN` in the end.

canvas(height, left, right, bottom, top) = sprintf("eval picture(%g); set xrange [%g:%g]; set yrange [%g:%g]; ", height, left, right, bottom, top) \
  . "unset datafile columnheaders; unset border; unset tics; set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98"

# A box from one corner to the other, with a border, a pale filling or none, and words in its middle.
box(x, y, to_x, to_y, colour) = sprintf("set object rectangle from %g,%g to %g,%g fs empty border lc rgb 0x%06x lw 1.2; ", x, y, to_x, to_y, colour)
pale(x, y, to_x, to_y, colour) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs transparent solid 0.2 border lc rgb 0x%06x lw 1.2; ", x, y, to_x, to_y, colour, colour)
dotted(x, y, to_x, to_y, colour) = sprintf("set object rectangle from %g,%g to %g,%g fs empty border lc rgb 0x%06x lw 1.2 dt (2,3); ", x, y, to_x, to_y, colour)

# Words whose middle, left end or right end is there; `small` where there are many.
say(where, x, y, words, colour) = sprintf("set label \"%s\" at %g,%g %s front tc rgb 0x%06x; ", words, x, y, where, colour)
small(where, x, y, words, colour) = sprintf("set label \"%s\" at %g,%g %s front tc rgb 0x%06x font ',12'; ", words, x, y, where, colour)

# An element, as wide as high as a unit, with words.
cell(x, y, words, colour) = box(x - 0.44, y - 0.38, x + 0.44, y + 0.38, colour) . say("center", x, y, words, ink)
shaded(x, y, words, colour) = pale(x - 0.44, y - 0.38, x + 0.44, y + 0.38, colour) . say("center", x, y, words, ink)

link(x, y, to_x, to_y, colour) = sprintf("set arrow from %g,%g to %g,%g size screen 0.011,20 filled lc rgb 0x%06x lw 1.4 front; ", x, y, to_x, to_y, colour)
span(x, y, to_x, colour) = sprintf("set arrow from %g,%g to %g,%g heads size screen 0.009,20 lc rgb 0x%06x lw 1.2; ", x, y, to_x, y, colour)
