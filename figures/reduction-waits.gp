# The loads of one thread in time, one kind after the other, and all at once. How long each takes is invented.
load "boxes.gp"
eval canvas(narrow ? 220 : 190, 0, 20.2, -5.7, 1.1)
below = -3
# A load that is asked for at x: the request, and how long it is in flight.
asked(x, y, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb 0x%06x fs solid noborder; ", x, y - 0.4, x + 0.25, y + 0.4, colour)
flight(x, y, to_x, words, colour) = pale(x + 0.25, y - 0.4, to_x, y + 0.4, colour) . small("center", (x + to_x) / 2. + 0.12, y, words, ink)
added(x, y) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb 0x%06x fs solid noborder; ", x, y - 0.4, x + 0.25, y + 0.4, series_2)
array what[4]
what[1] = narrow ? "before" : "element before"
what[2] = "vectors"
what[3] = narrow ? "rest" : "the rest"
what[4] = narrow ? "after" : "element after"
eval small("left", 0, 0.75, "one kind after the other", ink)
do for [k=0:3] {
  x = 5 * k
  if (k == 1) { do for [v=0:2] { eval asked(x + 0.4 * v, -0.25, series_1) } }
  from = k == 1 ? x + 1.2 : x
  eval asked(from, -0.25, series_1) . flight(from, -0.25, x + 4.6, what[k + 1], series_1) . added(x + 4.6, -0.25)
}
eval small("left", 0, below + 1, "all at once", ink)
do for [v=0:4] { eval asked(0.4 * v, below, series_1) }
eval flight(1.6, below, 5.9, narrow ? "all of it" : "all of that", series_1)
do for [v=0:4] { eval added(5.9 + 0.4 * v, below) }
set arrow 900 from 0, below - 0.9 to 20, below - 0.9 size screen 0.012,20 lc rgb faint lw 1
eval small("right", 20, below - 1.5, "time", faint)
eval asked(0, below - 2.1, series_1) . small("left", 0.6, below - 2.1, "asks", faint) . pale(3.6, below - 2.5, 5, below - 1.7, series_1) . small("left", 5.3, below - 2.1, "in flight", faint) . added(9.6, below - 2.1) . small("left", 10.2, below - 2.1, "adds", faint)
plot NaN
