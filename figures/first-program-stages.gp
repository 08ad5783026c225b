# The forms of a kernel: source, PTX, machine code; what the addition looks like in each, who makes and who runs it.
eval picture(narrow ? 550 : 250)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [0:narrow ? 4 : 12]
set yrange [narrow ? -12 : 0.9:narrow ? 5.8 : 5.8]

# Form k: a box whose corner is (x(k), y(k)), in it the form's name, what it is and its code, and below it who runs it.
high = 3.6
x(k) = narrow ? 0.1 : 0.05 + 4.4 * k
y(k) = narrow ? 2 - 6.5 * k : 1.9
middle(k) = x(k) + (narrow ? 1.9 : 1.55)
line(k, number, words, look) = sprintf('set label "%s" at first %g,%g center %s; ', words, middle(k), y(k) + high - 0.45 - 0.55 * number, look)
box(k, colour, name, what) = sprintf("set object rectangle from %g,%g to %g,%g fs solid 0.14 border lc rgb %s fc rgb %s; ", \
  x(k), y(k), x(k) + (narrow ? 3.8 : 3.1), y(k) + high, colour, colour) . line(k, 0, name, "") . line(k, 1, what, "tc rgb faint")
runs(k, words) = sprintf('set label "%s" at first %g,%g center tc rgb series_4; ', words, middle(k), y(k) - 0.55)
eval box(0, "series_1", "add.cu", "the source")
eval box(1, "series_3", "PTX", "virtual registers")
eval box(2, "series_2", "machine code", "SASS")
array source[2] = ["c[i] =", "a[i] + b[i];"]
array ptx[4] = ["ld.global.f32", "ld.global.f32", "add.f32", "st.global.f32"]
array sass[4] = ["LDG", "LDG", "FADD", "STG"]
do for [number=1:4] {
  if (number <= 2) { eval line(0, number + 2, source[number], "") }
  eval line(1, number + 1, ptx[number], "")
  eval line(2, number + 1, sass[number], "")
}
eval runs(1, "the simulator runs this")
eval runs(2, "a GPU runs this")
if (narrow) {
  set arrow from 1.9, 1.85 to 1.9, -0.75 head size 0.15,20 filled lc rgb faint
  set label "nvcc" at first 2.1, 0.6 left tc rgb faint
  set arrow from 1.9, -5.5 to 1.9, -7.25 head size 0.15,20 filled lc rgb faint
  set label "nvcc, or the driver" at first 2.1, -6 left tc rgb faint
  set label "at the start" at first 2.1, -6.8 left tc rgb faint
} else {
  set arrow from 3.25, 3.7 to 4.35, 3.7 head size 0.15,20 filled lc rgb faint
  set label "nvcc" at first 3.8, 4.1 center tc rgb faint
  set arrow from 7.65, 3.7 to 8.75, 3.7 head size 0.15,20 filled lc rgb faint
  set label "nvcc or" at first 8.2, 4.65 center tc rgb faint
  set label "driver" at first 8.2, 4.1 center tc rgb faint
}
plot NaN
