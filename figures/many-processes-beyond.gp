# data: many-processes-sums many-gpus-times
# explore: {"of": "ms", "times": 1000, "unit": "time, µs"}
# What the model predicts. A step over the links takes what a second message of words does. What a short sum of two takes
# beyond its two steps is added once. The network is assumed.
eval picture(narrow ? 500 : 400)
set logscale x 2
set xrange [2:1024]
set xtics 2, 4, 1024 offset 0,0.2
set xlabel "GPUs, eight per host" offset 0,0.5
set logscale y
set format y "%g"
set grid ytics ls 100
set ylabel "µs" offset 1,0
set lmargin 9
set rmargin 2
set key below Left reverse samplen 2 title " "
link = step = once = 0
is_time(way, bytes) = strcol("variant") eq way && column("devices") == 2 && column("bytes") == bytes
stats many_gpus_times using (is_time("posted", 2**30) ? (link = column("bytes") / column("ms") / 1000) : 0) nooutput
stats many_gpus_times using (is_time("words-twice", 2**10) ? (step = step + 1000 * column("ms")) : is_time("words", 2**10) ? (step = step - 1000 * column("ms")) : 0) nooutput
stats many_processes_sums using (strcol("variant") eq "two" && column("bytes") == 2**11 ? (once = 1000 * column("ms") - 2 * step) : 0) nooutput
network_step = 5.0
network = 50000.0
ring(p, s, a, b) = 2 * (p - 1) * (a + s / p / b)
tree(p, s, a, b) = 2 * ceil(log(p) / log(2) - 1e-9) * a + 2 * s / b
over(p) = p > 8
a(p) = over(p) ? network_step : step
b(p) = over(p) ? network : link
inside(p, s) = 2 * (step + (p - 1) * s / p / link)
levels(p, s) = over(p) ? inside(8, s) + tree(p / 8.0, s / 8.0, network_step, network) : inside(p, s)
long = 2.0**30
set samples 10
plot once + ring(x, 8, a(x), b(x)) with linespoints lw 1.8 pt 7 lc rgb series_1 title "8 bytes: ring", \
  once + tree(x, 8, a(x), b(x)) with linespoints lw 1.8 pt 5 lc rgb series_2 title "8 bytes: tree", \
  once + levels(x, 8) with linespoints lw 1.8 pt 9 lc rgb series_3 title "8 bytes: two levels", \
  once + ring(x, long, a(x), b(x)) with linespoints lw 1.8 dt (5,3) pt 7 lc rgb series_1 title "1 GiB: ring", \
  once + tree(x, long, a(x), b(x)) with linespoints lw 1.8 dt (5,3) pt 5 lc rgb series_2 title "1 GiB: tree", \
  once + levels(x, long) with linespoints lw 1.8 dt (5,3) pt 9 lc rgb series_3 title "1 GiB: two levels"
