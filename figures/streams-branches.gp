# What two streams are given while they are captured, and the graph that becomes of it.
load "boxes.gp"
width = narrow ? 380 : 560
eval canvas(230, 0, width, 0, 230)
wide = narrow ? 40 : 54
node(x, y, words, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb 0x%06x lw 1.6; ", x - 0.5 * wide, y - 14, x + 0.5 * wide, y + 14, colour) \
  . say("center", x, y, words, ink)
mark(x, y) = sprintf("set label '' at %g,%g point pt 13 ps 1.3 lc rgb series_4 front; ", x, y)

# Streams: A, then B beside C, then D.
unit = narrow ? 52 : 74
from = narrow ? 6 : 8
at(k) = from + 0.5 * wide + k * unit
eval say("left", from, 216, "captured", ink) . small("left", from, 184, "one stream", faint) . small("left", from, 94, "another", faint)
do for [y=60:150:90] { set arrow from from, y to at(2.9), y size 6,20 filled lc rgb faint lw 1.2 back }
eval node(at(0), 150, "A", series_1) . node(at(1.1), 150, "B", series_1) . node(at(2.2), 150, "D", series_1)
eval node(at(1.1), 60, "C", series_2)
eval mark(at(0.55), 150) . mark(at(1.65), 60)
eval link(at(0.55), 143, at(1.1) - 0.3 * wide, 76, series_4) . link(at(1.65), 67, at(2.2) - 0.3 * wide, 134, series_4)

# The graph.
left = narrow ? 232 : 340
eval say("left", left - 4, 216, "the graph", ink)
first = left + 0.5 * wide
step = narrow ? 54 : 78
eval node(first, 105, "A", series_1) . node(first + step, 150, "B", series_1) . node(first + step, 60, "C", series_2) . node(first + 2 * step, 105, "D", series_1)
eval link(first + 0.5 * wide, 112, first + step - 0.5 * wide, 143, ink) . link(first + 0.5 * wide, 98, first + step - 0.5 * wide, 67, ink)
eval link(first + step + 0.5 * wide, 143, first + 2 * step - 0.5 * wide, 112, ink) . link(first + step + 0.5 * wide, 67, first + 2 * step - 0.5 * wide, 98, ink)
eval mark(from + 8, 16) . small("left", from + (narrow ? 26 : 22), 16, "an event, and the stream that waits for it", faint)
plot NaN
