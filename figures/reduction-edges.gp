# An array of 21 floats that begins 4 bytes after a multiple of 16: elements before the vectors, the vectors, and after.
eval picture(narrow ? 240 : 200)
unset datafile columnheaders
unset border
unset tics
unset xlabel
elements = 21
shown = 24
# Narrow, the bytes are shown in two rows.
per_row = narrow ? 12 : 24
set margins at screen 0.02, screen 0.98, at screen 0.02, screen 0.98
set xrange [-0.6:per_row - 0.4]
set yrange [narrow ? -7 : -2.8:1.7]
x_of(i) = i % per_row
y_of(i) = -4.3 * (i / per_row)
do for [i=0:shown-1] {
  e = i - 1
  inside = e >= 0 && e < elements
  vector = inside && i >= 4 && i < 20
  set object 1 + i rectangle from x_of(i) - 0.44, y_of(i) - 0.4 to x_of(i) + 0.44, y_of(i) + 0.4 \
    fc rgb (!inside ? line : vector ? series_1 : series_3) fs solid noborder
  if (inside) { set label 1 + i sprintf("%d", e) at x_of(i), y_of(i) center front tc rgb paper font ",12" }
  if (i % 4 == 0) {
    set arrow 100 + i from x_of(i) - 0.5, y_of(i) - 0.62 to x_of(i) - 0.5, y_of(i) + 0.72 nohead lc rgb faint lw 1 dt (3,3)
    set label 100 + i sprintf("%d", 4 * i) at x_of(i) - 0.5, y_of(i) + 1.15 center tc rgb faint font ",12"
  }
  if (inside && !vector) { set label 200 + i sprintf("t%d", i < 4 ? e : i - 20) at x_of(i), y_of(i) - 1.0 center tc rgb series_3 font ",12" }
}
do for [v=0:3] { set label 300 + v sprintf("vector %d: t%d", v, v) at x_of(4 + 4 * v) + 1.5, y_of(4 + 4 * v) - 1.0 center tc rgb series_1 font ",12" }
set label 400 "before" at x_of(1) + 1, y_of(1) - 1.75 center tc rgb series_3
set label 401 "vectors" at x_of(4) + (narrow ? 3.5 : 7.5), y_of(4) - 1.75 center tc rgb series_1
set label 402 "after" at x_of(20) + 0.5, y_of(20) - 1.75 center tc rgb series_3
plot NaN
