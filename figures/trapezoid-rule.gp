# The rule with eight strips, and two of them again, larger.
eval picture(380)
unset datafile columnheaders
f(x) = x**2 + 1
from = -3
to = 3.
strips = 8
h = (to - from) / strips
point(i) = from + i * h
near = h + 0.08
low = 0.85
high = 1.75

set style line 101 lw 2.2 lc rgb series_1
set style line 102 lw 1.8 lc rgb series_2 dt (7,3)
set style line 103 lw 0.8 lc rgb series_1
set style fill transparent solid 0.12 noborder
set samples 200
chords = "sample [i=0:strips:1] '+' using (point(i)):(f(point(i))) with filledcurves y=0 lc rgb series_1, " \
  . "[i=0:strips:1] '+' using (point(i)):(f(point(i))) with impulses ls 103, " \
  . "[from:to] f(x) ls 102, " \
  . "[i=0:strips:1] '+' using (point(i)):(f(point(i))) with lines ls 101"

set multiplot
set margins at screen (narrow ? 0.1 : 0.07), screen 0.97, screen 0.16, screen 0.98
set xrange [from - 0.3:to + 0.3]
set yrange [0:10.5]
set xlabel "{/:Italic x}" offset 0,0.5
set xtics 1 offset 0,0.2
set ytics 2
set label "{/:Italic h}" at point(0.5), 0.95 center
set arrow from point(0), 0.45 to point(1), 0.45 heads size 0.1, 20
if (narrow) {
  set label "{/:Italic f}({/:Italic x}) = {/:Italic x}^2 + 1" at 0, 2.6 center tc rgb series_2
} else {
  set label "{/:Italic f}({/:Italic x}) = {/:Italic x}^2 + 1" at -2.72, 9.2 left tc rgb series_2
}
set object rectangle from -near, low to near, high lw 0.8 fs empty border lc rgb faint
plot @chords

unset label
unset object
unset arrow
set margins at screen 0.35, screen 0.69, screen 0.44, screen 0.93
set xrange [-near:near]
set yrange [low:high]
unset tics
unset xlabel
set border 15 lc rgb faint lw 0.8
plot @chords
unset multiplot
