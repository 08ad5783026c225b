# A segmented scan of eight numbers as steps: each segment begins again at zero.
eval picture(240)
unset datafile columnheaders
count = 8
array x[count] = [3, 1, 4, 1, 5, 9, 2, 6]
array first[count] = [0, 1, 0, 0, 1, 1, 0, 0]
array sum_[count]
do for [i=1:count] { sum_[i] = (i == 1 || first[i] ? 0 : sum_[i - 1]) + x[i] }
set xrange [-0.55:7.55]
set yrange [0:19]
unset xlabel
unset xtics
set border 2
set ytics 5
set grid ytics ls 100
set margins at screen (narrow ? 0.2 : 0.15), screen 0.99, at screen 0.26, screen 0.97
set label 900 "x" at -0.65, graph -0.1 right tc rgb faint
set label 901 "begins" at -0.65, graph -0.21 right tc rgb series_2 font ",12"
set label 902 "scan" at -0.65, graph -0.32 right tc rgb series_1 font ",12"
do for [i=1:count] {
  low = sum_[i] - x[i]
  if (low > 0) { set object i rectangle from i - 1.45, 0 to i - 0.55, low fc rgb series_1 fs solid 0.3 noborder }
  set object 100 + i rectangle from i - 1.45, low to i - 0.55, sum_[i] fc rgb series_1 fs solid noborder
  set label i sprintf("%d", x[i]) at i - 1, graph -0.1 center
  if (first[i]) {
    set label 100 + i "1" at i - 1, graph -0.21 center tc rgb series_2 font ",12"
    set arrow i from i - 1.5, graph -0.27 to i - 1.5, graph 1 nohead lc rgb series_2 lw 1.6 dt (5,4)
  }
  set label 200 + i sprintf("%d", sum_[i]) at i - 1, graph -0.32 center tc rgb series_1
}
plot NaN
