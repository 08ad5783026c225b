# The journey of four pieces through one stream and through two: a schematic, not to scale.
eval picture(narrow ? 330 : 300)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.01, screen 0.99
start = narrow ? -1.2 : -3.4
set xrange [start:14.4]
set yrange [-0.9:9.1]

# A box of the piece `number` from `at` on, in the row at height y.
piece(number, at, length, y) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb %s fs solid 0.3 border lc rgb %s; ", \
    at + 0.04, y, at + length - 0.04, y + 0.8, colour(number), colour(number)) . \
  (length < 1 ? "" : sprintf("set label '%d' at %g,%g center; ", number, at + length / 2., y + 0.4))
colour(number) = streams == 2 && number % 2 == 0 ? "series_2" : "series_1"
row(words, y) = sprintf("set label '%s' at %g,%g right tc rgb faint; ", words, -0.15, y + 0.4)
rows(y) = row(narrow ? "in" : "copies in", y + 2) . row(narrow ? "add" : "kernel", y + 1) . row(narrow ? "out" : "copy out", y)

streams = 1
set label "one stream" at start, 8.65 left
eval rows(5.2)
do for [k=1:4] {
  eval piece(k, 3.5 * (k - 1), 2, 7.2) . piece(k, 3.5 * k - 1.5, 0.5, 6.2) . piece(k, 3.5 * k - 1, 1, 5.2)
}
streams = 2
set label "two streams in turn" at start, 3.75 left
eval rows(0.3)
do for [k=1:4] {
  eval piece(k, 2 * (k - 1), 2, 2.3) . piece(k, 2 * k, 0.5, 1.3) . piece(k, 2 * k + 0.5, 1, 0.3)
}
set arrow from 9.5, 0.1 to 9.5, 5 nohead dt (2,3) lc rgb faint
set arrow from 14, 0.1 to 14, 8.1 nohead dt (2,3) lc rgb faint
set arrow from 9.6, 0.7 to 13.9, 0.7 heads filled size 0.25,20 lc rgb faint
set label "saved" at 11.75, 1.1 center tc rgb faint
set arrow from 0, -0.3 to 14.3, -0.3 filled size 0.25,20 lc rgb faint
set label "time" at 14, -0.65 right tc rgb faint
plot NaN
