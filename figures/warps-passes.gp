# data: warps-loop-trace warps-sides-trace
eval picture(330)

# Stores with the same step belong to one pass; in these kernels the lanes of a pass are consecutive.
is_store = 'strstrt(strcol("op"), "st") == 1'
array first[64]
array last[64]
do for [i=1:64] { first[i] = last[i] = 0 }
pass = step = 0
see(lane) = (pass = column("step") == step ? pass : pass + 1, \
  first[pass] = column("step") == step ? first[pass] : lane, step = column("step"), last[pass] = lane)
stats warps_loop_trace using (@is_store ? see(column("lane")) : 0) nooutput
of_loop = pass
step = 0
stats warps_sides_trace using (@is_store ? see(column("lane")) : 0) nooutput
unset datafile columnheaders
middle(i) = (first[i] + last[i]) / 2.
half(i) = (last[i] - first[i] + 1) / 2.

set xrange [-0.5:31.5]
set xtics 0, 8, 31 offset 0,0.2
set xtics add ("31" 31)
set xlabel "lane" offset 0,0.5
set yrange [32.9:0.1]
set border 0
set tics scale 0
do for [lane=0:30] { set arrow from lane + 0.5, 0.1 to lane + 0.5, 32.9 nohead front lc rgb paper lw 2 }
set multiplot
set lmargin at screen 0.1
set rmargin at screen 0.5
set ytics (1, 8, 16, 24, 32)
set ylabel "pass" offset 1,0
set title "one" offset 0,-0.5
plot first using ($1 <= of_loop ? middle($1) : NaN):($1):(half($1)):(0.4) with boxxyerror lc rgb series_1
set lmargin at screen (narrow ? 0.65 : 0.58)
set rmargin at screen 0.98
set ytics ("1, 2" 1.5)
unset ylabel
set title "three" offset 0,-0.5
plot first using ($1 > of_loop && $1 <= pass ? middle($1) : NaN):($1 - of_loop):(half($1)):(0.4) \
  with boxxyerror lc rgb series_2
unset multiplot
