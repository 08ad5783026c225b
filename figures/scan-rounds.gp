# The additions of each round over 1024 elements, in log steps and up and down; the height is a square root, so that an
# addition can be seen beside a thousand.
eval picture(narrow ? 280 : 290)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.02, screen 0.98, at screen 0.04, screen 0.98
n = 1024
set xrange [-0.6:32]
set yrange [-4:41]
steps(r) = n - 2 ** r
sweeps(r) = r < 10 ? n / 2 ** (r + 1) : 2 ** (r - 10)
do for [r=0:9] { set object 1 + r rectangle from r - 0.4, 0 to r + 0.4, sqrt(steps(r)) fc rgb series_1 fs solid noborder }
do for [r=0:19] { set object 20 + r rectangle from 12 + r - 0.4, 0 to 12 + r + 0.4, sqrt(sweeps(r)) fc rgb (r < 10 ? series_3 : series_4) fs solid noborder }
set label 1 "log steps: 10 rounds" at 4.5, 38 center
set label 2 "up and down: 20 rounds" at 21.5, 38 center
set label 3 "up" at 16.5, -2.2 center tc rgb series_3 font ",12"
set label 4 "down" at 26.5, -2.2 center tc rgb series_4 font ",12"
set label 5 "1023" at 0, 33.6 center tc rgb faint font ",12"
set label 6 "512" at 8.65, 24.2 left tc rgb faint font ",12"
set label 7 "512" at 12, 24.2 center tc rgb faint font ",12"
set label 8 "1" at 21.5, 3 center tc rgb faint font ",12"
set label 9 "512" at 31, 24.2 center tc rgb faint font ",12"
if (narrow) { set label 1 "log steps"; set label 2 "up and down" }
plot NaN
