# Sixteen numbers, and how their inclusive scan grows: each step of the stairs is as high as a number.
eval picture(narrow ? 300 : 310)
unset datafile columnheaders
count = 16
array x[count] = [4, 0, 5, 5, 0, 5, 5, 1, 3, 1, 0, 3, 1, 1, 3, 5]
array sum_[count]
total = 0
do for [i=1:count] { total = total + x[i]; sum_[i] = total }
set xrange [-0.6:15.6]
set yrange [0:46]
unset xlabel
set xtics ("x" -1, 4)
unset xtics
set border 2
set ytics 10
set grid ytics ls 100
set margins at screen (narrow ? 0.12 : 0.09), screen 0.99, at screen 0.24, screen 0.97
soft = ",12"
set label 900 "x" at -0.95, graph -0.09 right tc rgb faint
set label 901 "incl." at -0.75, graph -0.19 right tc rgb series_1 font soft
set label 902 "excl." at -0.75, graph -0.28 right tc rgb series_2 font soft
do for [i=1:count] {
  low = sum_[i] - x[i]
  set object i rectangle from i - 1.42, 0 to i - 0.58, low fc rgb series_1 fs solid 0.3 noborder
  if (x[i] > 0) { set object 100 + i rectangle from i - 1.42, low to i - 0.58, sum_[i] fc rgb series_1 fs solid noborder }
  set label i sprintf("%d", x[i]) at i - 1, graph -0.09 center font soft
  set label 100 + i sprintf("%d", sum_[i]) at i - 1, graph -0.19 center tc rgb series_1 font soft
  set label 200 + i sprintf("%d", low) at i - 1, graph -0.28 center tc rgb series_2 font soft
}
plot NaN
