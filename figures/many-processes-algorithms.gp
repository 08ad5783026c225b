# One-shot, ring and tree, for four GPUs.
eval picture(narrow ? 220 : 240)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [0:15]
set yrange [0:5]
size = narrow ? 12 : 14
gpu(n, x, y) = sprintf("set object %d rectangle center %g,%g size 0.85,0.85 front fc rgb paper fs solid border lc rgb series_1; ", n, x, y) \
  . sprintf("set label %d '%d' at first %g,%g center front font ',%d'; ", n, n % 10, x, y, size)
way(a, b, c, d, ends) = sprintf("set arrow from %g,%g to %g,%g %s filled lc rgb series_2 lw 1.8 back; ", a, b, c, d, ends)
do for [k = 0:1] {
  x = 1 + 5 * k
  eval gpu(10 * k + 10, x, 3.6) . gpu(10 * k + 11, x + 3, 3.6) . gpu(10 * k + 12, x + 3, 1.4) . gpu(10 * k + 13, x, 1.4)
}
eval way(1.5, 3.6, 3.5, 3.6, "heads") . way(1.5, 1.4, 3.5, 1.4, "heads") . way(1, 3, 1, 2, "heads") . way(4, 3, 4, 2, "heads")
eval way(1.45, 3.25, 3.55, 1.75, "heads") . way(3.55, 3.25, 1.45, 1.75, "heads")
eval way(6.5, 3.6, 8.5, 3.6, "head") . way(9, 3, 9, 2, "head") . way(8.5, 1.4, 6.5, 1.4, "head") . way(6, 2, 6, 3, "head")
eval gpu(30, 12.5, 3.9) . gpu(31, 11.4, 2.6) . gpu(32, 13.6, 2.6) . gpu(33, 11.4, 1.2)
eval way(12.2, 3.55, 11.7, 2.98, "heads") . way(12.8, 3.55, 13.3, 2.98, "heads") . way(11.4, 2.15, 11.4, 1.65, "heads")
set label 50 "one-shot" at first 2.5,0.3 center tc rgb faint font sprintf(",%d", size)
set label 51 "ring" at first 7.5,0.3 center tc rgb faint font sprintf(",%d", size)
set label 52 "tree" at first 12.5,0.3 center tc rgb faint font sprintf(",%d", size)
plot NaN
