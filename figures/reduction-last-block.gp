# Three blocks in time: each reduces its share, stores its value and counts itself; the one that counts last goes on.
eval picture(narrow ? 300 : 285)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.17 : 0.12), screen 0.99, at screen 0.02, screen 0.98
set xrange [0:20.6]
set yrange [-8.2:0.9]
soft = ",12"
share = narrow ? "share" : "its share"
array ends[3] = [6.2, 8, 2.8]
array counted[3] = [1, 2, 0]
do for [b=0:2] {
  y = -2.1 * b
  e = ends[b + 1]
  set label 10 + b sprintf("block %d", b) at -0.2, y right tc rgb faint font soft
  set object 10 + b rectangle from 0, y - 0.5 to e, y + 0.5 fc rgb series_1 fs solid 0.35 noborder
  set label 20 + b share at e / 2., y center front font soft
  set object 20 + b rectangle from e, y - 0.5 to e + 2.2, y + 0.5 fc rgb series_1 fs solid noborder
  set label 30 + b "store" at e + 1.1, y center front tc rgb paper font ",12"
  set object 30 + b rectangle from e + 2.2, y - 0.5 to e + 4.5, y + 0.5 fc rgb series_2 fs solid noborder
  set label 40 + b sprintf("+1: %d", counted[b + 1]) at e + 3.35, y center front tc rgb paper font soft
  set arrow 10 + b from e + 3.35, y - 0.55 to e + 3.35, -6.35 filled size screen 0.012, 22 lc rgb series_2 lw 1.2 back
}
e = ends[2] + 4.5
set object 50 rectangle from e, -2.6 to e + 5.2, -1.6 fc rgb series_4 fs solid noborder
set label 50 (narrow ? "all values" : "reduce all values") at e + 2.6, -2.1 center front tc rgb paper font soft
set object 51 rectangle from e + 5.2, -2.6 to e + 7.8, -1.6 fc rgb series_4 fs solid 0.5 noborder
set label 51 "result" at e + 6.5, -2.1 center front font soft
set label 60 "ends" at ends[1] + 4.7, 0 left tc rgb faint font soft
set label 61 "ends" at ends[3] + 4.7, -4.2 left tc rgb faint font soft
set label 62 "counter" at -0.2, -6.9 right tc rgb series_2 font soft
set object 60 rectangle from 0, -7.4 to 20.3, -6.4 fc rgb paper fs solid border lc rgb series_2 lw 1.2
set label 63 "0" at 3, -6.9 center front font soft
set label 64 "1" at 7.85, -6.9 center front font soft
set label 65 "2" at 10.45, -6.9 center front font soft
set label 66 (narrow ? "3, reset" : "3, then 0 again") at 15.8, -6.9 center front font soft
plot NaN
