# The forms of a kernel: source, PTX, machine code; who makes each, and who runs it.
eval picture(narrow ? 380 : 170)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [0:narrow ? 4 : 12]
set yrange [narrow ? -8.3 : 0.9:narrow ? 3.8 : 4.3]

# Form k: a box at (x(k), y(k)), two lines in it, and below it (or on its right) who runs it.
x(k) = narrow ? 0.1 : 0.05 + 4.4 * k
y(k) = narrow ? 2 - 4.6 * k : 1.9
box(k, colour, name, what) = sprintf("set object rectangle from %g,%g to %g,%g fs solid 0.14 border lc rgb %s fc rgb %s; ", \
  x(k), y(k), x(k) + (narrow ? 3.8 : 3.1), y(k) + 1.7, colour, colour) \
  . sprintf('set label "%s" at first %g,%g center; ', name, x(k) + (narrow ? 1.9 : 1.55), y(k) + 1.2) \
  . sprintf('set label "%s" at first %g,%g center tc rgb faint; ', what, x(k) + (narrow ? 1.9 : 1.55), y(k) + 0.5)
runs(k, words) = sprintf('set label "%s" at first %g,%g center tc rgb series_4; ', words, x(k) + (narrow ? 1.9 : 1.55), y(k) - 0.55)
eval box(0, "series_1", "add.cu", "the source")
eval box(1, "series_3", "PTX", "virtual registers")
eval box(2, "series_2", "machine code", "SASS")
eval runs(1, "the simulator runs this")
eval runs(2, "a GPU runs this")
if (narrow) {
  set arrow from 1.9, 1.85 to 1.9, -0.75 head size 0.15,20 filled lc rgb faint
  set label "nvcc" at first 2.1, 0.6 left tc rgb faint
  set arrow from 1.9, -3.6 to 1.9, -5.35 head size 0.15,20 filled lc rgb faint
  set label "nvcc, or the driver" at first 2.1, -4.1 left tc rgb faint
  set label "at the start" at first 2.1, -4.9 left tc rgb faint
} else {
  set arrow from 3.25, 2.75 to 4.35, 2.75 head size 0.15,20 filled lc rgb faint
  set label "nvcc" at first 3.8, 3.15 center tc rgb faint
  set arrow from 7.65, 2.75 to 8.75, 2.75 head size 0.15,20 filled lc rgb faint
  set label "nvcc or" at first 8.2, 3.85 center tc rgb faint
  set label "driver" at first 8.2, 3.2 center tc rgb faint
}
plot NaN
