# What six threads read that all read b[1] instead of their own element: with equal numbers nobody notices.
load "boxes.gp"
eval canvas(narrow ? 250 : 215, narrow ? -0.6 : -3.2, 12.6, -1.3, 5.2)
do for [side=0:1] {
  from = 6.7 * side
  eval say("center", from + 2.5, 4.7, side == 0 ? (narrow ? "b: all 2" : "b is 2 everywhere") : (narrow ? "b[i]: 2 + i" : "b[i] is 2 + i"), ink)
  do for [i=0:5] {
    b = side == 0 ? 2 : 2 + i
    got = side == 0 ? 2 : 3
    colour = got == b ? series_4 : series_2
    eval shaded(from + i, 3.2, sprintf("%d", b), series_1) . shaded(from + i, 0.6, sprintf("%d", got), colour) . link(from + 1, 2.75, from + i, 1.05, colour)
  }
  eval say("center", from + 2.5, -0.75, side == 0 ? "all are right" : "one is right", side == 0 ? series_4 : series_2)
}
if (!narrow) { eval say("right", -0.8, 3.2, "b", faint) . say("right", -0.8, 0.6, "threads read", faint) }
plot NaN
