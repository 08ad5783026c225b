# Where threads without an element read and write: the array, and the rest of the piece of memory.
eval picture(170)
unset datafile columnheaders
unset border
unset tics
set xrange [0:narrow ? 10.1 : 14.1]
set yrange [-1.3:7]
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98

# Few threads stand for many: the array's first and last ones, then the 24 without an element.
shown = narrow ? 5 : 9
end = shown + 0.4
x(k) = k < 2 ? 0.6 + k : k + 1.1
do for [k=0:shown - 2] {
  set object rectangle from x(k) - 0.4, 4.4 to x(k) + 0.4, 5.6 fs solid 0.14 border lc rgb series_1 fc rgb series_1
  set arrow from x(k), 4.2 to x(k), 2.2 head size 0.14,20 filled lc rgb faint
}
set label "…" at first 2.35, 5 center
do for [k=0:3] {
  at = end + 0.9 + k
  if (k == 2) {
    set label "…" at first at, 5 center
  } else {
    set object rectangle from at - 0.4, 4.4 to at + 0.4, 5.6 fs solid 0.14 border lc rgb series_2 fc rgb series_2
    set arrow from at, 4.2 to at, 2.2 head size 0.14,20 filled lc rgb series_2
  }
}
set object rectangle from 0.1, 0.7 to end, 2 fc rgb series_4 fs solid 0.2 border lc rgb series_4
set object rectangle from end, 0.7 to end + 4.6, 2 fs empty border lc rgb series_2 dt (4,3)
set label (narrow ? "1000 threads" : "threads 0 to 999") at first end / 2, 6.4 center tc rgb series_1
set label "24 stray threads" at first end + 2.3, 6.4 center tc rgb series_2
set label (narrow ? "the array" : "the array: 1000 elements") at first end / 2, -0.2 center tc rgb series_4
set label (narrow ? "rest of the piece" : "the rest of the piece") at first end + 2.3, -0.2 center tc rgb series_2
plot NaN
