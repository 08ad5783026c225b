# data: warps-loop-trace warps-sides-trace
eval picture(330)
is_store = 'strstrt(strcol("op"), "st") == 1'
# The number of a pass: stores with the same step belong to one.
pass = step = 0
of_pass(unused) = (pass = column("step") == step ? pass : pass + 1, step = column("step"), pass)
set xrange [-0.5:31.5]
set xtics 0, 8, 31 offset 0,0.2
set xtics add ("31" 31)
set xlabel "lane" offset 0,0.5
set yrange [32.9:0.1]
set border 0
set tics scale 0
set boxwidth 1
set multiplot
set lmargin at screen 0.1
set rmargin at screen 0.5
set ytics (1, 8, 16, 24, 32)
set ylabel "pass" offset 1,0
set title "one" offset 0,-0.5
plot warps_loop_trace using "lane":(@is_store ? of_pass(0) : NaN):(0.4):(0.4) with boxxyerror lc rgb series_1
pass = step = 0
set lmargin at screen 0.58
set rmargin at screen 0.98
set ytics ("1, 2" 1.5)
unset ylabel
set title "three" offset 0,-0.5
plot warps_sides_trace using "lane":(@is_store ? of_pass(0) : NaN):(0.4):(0.4) with boxxyerror lc rgb series_2
unset multiplot
