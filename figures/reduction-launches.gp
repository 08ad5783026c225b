# Sixteen elements in blocks of four threads: two launches, and what the end of the first one is good for.
eval picture(narrow ? 220 : 210)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.21 : 0.15), screen 0.99, at screen 0.02, screen 0.98
set xrange [-0.5:16.2]
set yrange [-4.6:0.6]
soft = ",12"
array rows[5] = ["x", "launch 1", "values", "launch 2", "result"]
array heights[5] = [0, -0.95, -1.9, -3.2, -4.25]
do for [r=1:5] { set label r rows[r] at -0.75, heights[r] right tc rgb faint }
middle(b) = 4.15 * b + 1.6
do for [b=0:3] {
  do for [i=0:3] { set label 100 + 4 * b + i sprintf("%d", 4 * b + i) at middle(b) + i - 1.5, 0 center tc rgb faint font soft }
  set object 20 + b rectangle from middle(b) - 1.9, -1.3 to middle(b) + 1.9, -0.6 fc rgb series_1 fs solid noborder
  set label 120 + b sprintf("block %d", b) at middle(b), -0.95 center front tc rgb paper font soft
  set label 130 + b sprintf("y%d", b) at middle(b), -1.9 center font soft
  set arrow 30 + b from middle(b), -1.32 to middle(b), -1.68 filled size screen 0.013, 22 lc rgb series_1 lw 1.2
  set arrow 40 + b from middle(b), -2.15 to 7.8 + 0.7 * (b - 1.5), -2.83 filled size screen 0.013, 22 lc rgb series_1 lw 1.2
}
set object 50 rectangle from 5.9, -3.55 to 9.7, -2.85 fc rgb series_1 fs solid noborder
set label 150 "block 0" at 7.8, -3.2 center front tc rgb paper font soft
set arrow 60 from 7.8, -3.57 to 7.8, -4 filled size screen 0.013, 22 lc rgb series_1 lw 1.2
set label 160 "sum" at 7.8, -4.25 center font soft
set arrow 70 from -0.4, -2.4 to 16.2, -2.4 nohead lc rgb series_2 lw 1.2 dt (5,4)
set label 170 "launch 1 ends:" at 16.2, -3.2 right tc rgb series_2 font soft
set label 171 "all is written" at 16.2, -3.75 right tc rgb series_2 font soft
plot NaN
