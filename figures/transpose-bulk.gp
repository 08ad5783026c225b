# A tile's way by bulk tensor copies: which part moves or turns it.
eval picture(narrow ? 160 : 170)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.01, screen 0.99, at screen 0.03, screen 0.97
set xrange [0:23]
set yrange [-4.2:3.4]
array titles[4] = ["x", "from", "to", "y"]
array colours_of[4] = [series_6, series_1, series_1, series_6]
soft = ",12"
left(p) = 6.4 * p
do for [p=0:3] {
  set object 1 + p rectangle from left(p), -1.6 to left(p) + 3.6, 1.6 fc rgb paper fs solid border lc rgb colours_of[p + 1] lw 1.6
  set label 1 + p titles[p + 1] at left(p) + 1.8, 2.4 center
}
set object 10 rectangle from left(0) + 1.4, -0.4 to left(0) + 2.8, 1 front fc rgb series_2 fs solid noborder
set object 13 rectangle from left(3) + 0.7, -1 to left(3) + 2.1, 0.4 front fc rgb series_2 fs solid noborder
do for [p=1:2] {
  do for [k=0:3] {
    if (p == 1) { set object 20 + k rectangle from left(1) + 0.2, 1.4 - 0.75 * k - 0.6 to left(1) + 3.4, 1.4 - 0.75 * k front fc rgb series_2 fs solid 0.25 + 0.25 * k noborder } \
    else { set object 30 + k rectangle from left(2) + 0.2 + 0.8 * k, -1.4 to left(2) + 0.85 + 0.8 * k, 1.4 front fc rgb series_2 fs solid 0.25 + 0.25 * k noborder }
  }
}
do for [p=0:2] { set arrow 1 + p from left(p) + 3.8, 0 to left(p + 1) - 0.2, 0 filled size screen 0.016, 22 lc rgb (p == 1 ? series_1 : series_3) lw 1.8 }
set label 40 "accelerator" at left(0) + 5, -2.4 center tc rgb series_3 font soft
set label 41 "threads" at left(1) + 5, -2.4 center tc rgb series_1 font soft
set label 42 "accelerator" at left(2) + 5, -2.4 center tc rgb series_3 font soft
set label 43 "global memory" at left(0), -3.6 left tc rgb faint font soft
set label 44 "shared memory" at left(1) + 5, -3.6 center tc rgb faint font soft
set label 45 "global memory" at left(3) + 3.6, -3.6 right tc rgb faint font soft
plot NaN
