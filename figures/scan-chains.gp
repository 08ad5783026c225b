# The additions of sixteen threads that scan sixteen elements, a square each: naively, and in log steps.
eval picture(narrow ? 290 : 300)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.02, screen 0.99, at screen 0.02, screen 0.98
set xrange [(narrow ? -1.8 : -0.8):34.5]
set yrange [-17.2:1.6]
set label 900 "naive" at 0, 0.8 left
set label 901 "log steps" at 21, 0.8 left
n = 16
naive(i) = i
steps(i) = i == 0 ? 0 : floor(log(i) / log(2) + 1e-9) + 1
of_row(k, i) = k == 0 ? naive(i) : steps(i)
set samples 2 * 256
k_of(j) = int(j) / 256
i_of(j) = int(j) % 256 / 16
a_of(j) = int(j) % 16
last_(j) = k_of(j) == 0 && i_of(j) == 15 || k_of(j) == 1 && i_of(j) >= 8
there(j, mark) = a_of(j) < of_row(k_of(j), i_of(j)) && last_(j) == mark ? a_of(j) + 21 * k_of(j) + 0.5 : NaN
do for [k=0:1] { do for [i=0:15:5] { set label 100 + 20 * k + i sprintf("%d", i) at 21 * k - 0.4, -i - 0.5 right tc rgb faint font ",12" } }
set label 910 "longest: 15" at 14.6, -16.6 right tc rgb series_2 font ",12"
set label 911 "longest: 4" at 21, -16.6 left tc rgb series_2 font ",12"
plot "+" using (there($0, 0)):(-i_of($0) - 0.5) with points pt 5 ps (narrow ? 0.8 : 1.05) lc rgb series_1, \
  "+" using (there($0, 1)):(-i_of($0) - 0.5) with points pt 5 ps (narrow ? 0.8 : 1.05) lc rgb series_2
