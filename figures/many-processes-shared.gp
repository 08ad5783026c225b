# The same memory, by a pointer of each of two processes.
eval picture(narrow ? 240 : 220)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [0:12]
set yrange [0:4]
size = narrow ? 12 : 14
box(n, x, y, half, high, words, colour) = sprintf("set object %d rectangle from %g,%g to %g,%g fc rgb paper fs solid border lc rgb %s lw 1.8; ", n, x - half, y - high, x + half, y + high, colour) \
  . sprintf("set label %d '%s' at first %g,%g center front font ',%d'; ", n, words, x, y + high - 0.45, size)
eval box(1, 2, 2.6, 1.9, 1.2, "process 0", "series_2") . box(2, 10, 2.6, 1.9, 1.2, "process 1", "series_2")
eval box(3, 6, 0.8, 2.4, 0.7, "memory of GPU 0", "series_4")
do for [k = 0:7] {
  set object 20 + k rectangle from 4 + k * 0.5,0.25 to 4.4 + k * 0.5,0.65 front fc rgb paper fs solid border lc rgb series_4
}
set label 11 "x" at first 2,2.2 center front font sprintf(",%d", size)
set label 12 "y" at first 10,2.2 center front font sprintf(",%d", size)
set arrow 1 from 2.2,2 to 4.6,1.2 filled front lc rgb series_1 lw 1.8
set arrow 2 from 9.8,2 to 7.4,1.2 filled front lc rgb series_1 lw 1.8
set arrow 3 from 3.9,3 to 8.1,3 filled dt (5,4) lc rgb series_2 lw 1.8
set label 13 "a handle" at first 6,3.3 center front font sprintf(",%d", size)
plot NaN
