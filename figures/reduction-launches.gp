# Sixteen elements in blocks of four threads: two launches, and what the end of the first one is good for.
eval picture(narrow ? 250 : 240)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.21 : 0.15), screen 0.99, at screen 0.02, screen 0.98
set xrange [-0.5:16.2]
set yrange [-5.3:0.75]
soft = ",12"
gap = 0.28
x_of(i) = i + gap * (i / 4)
set label "x" at -0.75, 0 right tc rgb faint
set label "launch 1" at -0.75, -1.2 right tc rgb faint
set label "values" at -0.75, -2.35 right tc rgb faint
set label "launch 2" at -0.75, -3.6 right tc rgb faint
set label "result" at -0.75, -4.8 right tc rgb faint
do for [i=0:15] {
  set object 1 + i rectangle from x_of(i) - 0.42, -0.36 to x_of(i) + 0.42, 0.36 fc rgb paper fs solid border lc rgb faint
  set label 100 + i sprintf("%d", i) at x_of(i), 0 center front tc rgb faint font soft
}
middle(b) = x_of(4 * b + 1) + 0.5
do for [b=0:3] {
  set object 20 + b rectangle from x_of(4 * b) - 0.45, -1.6 to x_of(4 * b + 3) + 0.45, -0.8 fc rgb series_1 fs solid noborder
  set label 120 + b sprintf("block %d", b) at middle(b), -1.2 center front tc rgb paper font soft
  set arrow 20 + b from middle(b), -0.4 to middle(b), -0.78 filled size screen 0.013, 22 lc rgb series_1 lw 1.2
  set object 30 + b rectangle from middle(b) - 0.42, -2.7 to middle(b) + 0.42, -2.0 fc rgb paper fs solid border lc rgb series_1 lw 1.6
  set arrow 30 + b from middle(b), -1.6 to middle(b), -1.98 filled size screen 0.013, 22 lc rgb series_1 lw 1.2
  set arrow 40 + b from middle(b), -2.72 to middle(1) + 1.7 + 0.6 * (b - 1.5), -3.18 filled size screen 0.013, 22 lc rgb series_1 lw 1.2
}
set object 50 rectangle from middle(1) - 0.2, -4.0 to middle(2) + 0.2, -3.2 fc rgb series_1 fs solid noborder
centre = (middle(1) + middle(2)) / 2.
set label 150 "block 0" at centre, -3.6 center front tc rgb paper font soft
set arrow 60 from centre, -4.0 to centre, -4.42 filled size screen 0.013, 22 lc rgb series_1 lw 1.2
set object 60 rectangle from centre - 0.42, -5.15 to centre + 0.42, -4.45 fc rgb paper fs solid border lc rgb series_1 lw 1.6
set arrow 70 from -0.4, -2.86 to 16.2, -2.86 nohead lc rgb series_2 lw 1.2 dt (5,4)
set label 170 (narrow ? "launch 1 ends" : "end of launch 1:") at 16.2, -3.6 right tc rgb series_2 font soft
set label 171 "all is written" at 16.2, -4.15 right tc rgb series_2 font soft
plot NaN
