# data: reduction-sizes reduction-machine
# explore: {"x": "number of floats n", "of": "x/ms", "times": 4e-09, "unit": "bandwidth, TB/s", "series": {"library": [0, "CUB"], "last": [1, "the last kernel"], "cascading": [5, "cascading"]}}
eval picture(400)
set logscale x 2
set xrange [2**10:2**30]
set format x "2^{%L}"
set xtics narrow ? 32 : 4 offset 0,0.2
set xlabel "number of floats {/:Italic n}" offset 0,0.5
eval range(1e-3, 1e1)
set ylabel "bandwidth" offset 1,0
set ytics ("1 GB/s" 1e-3, "10 GB/s" 1e-2, "100 GB/s" 0.1, "1 TB/s" 1, "10 TB/s" 10)
set rmargin 17

eval variant("cascading", "cascading", "series_5", "dt (5,3) pt 11")
bandwidth(variant, name) = 4 * of(variant, "n") / of(variant, name) / 1e9
# Of the sizes, every second one.
is_even(n) = int(log(n) / log(2) + 0.5) % 2 == 0
x_of(variant) = is_even(column("n")) ? of(variant, "n") : NaN
y_of(variant) = bandwidth(variant, "ms")
low_of(variant) = bandwidth(variant, "upper_quartile")
high_of(variant) = bandwidth(variant, "lower_quartile")
stats reduction_machine using (peak = column("gbs") / 1e3) nooutput
set arrow 100 from graph 0, first peak to graph 1, first peak nohead lw 1.2 dt (6,4) lc rgb series_6
shown = "library last cascading"
table(v) = reduction_sizes
load "lines.gp"
