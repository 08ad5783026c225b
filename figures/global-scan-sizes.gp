# data: global-scan-sizes
# explore: {"x": "number of integers n", "of": "x/ms", "times": 8e-09, "unit": "bandwidth, TB/s", "series": {"copy": [6, "copy"], "library": [0, "CUB"], "last": [1, "the last scan"], "reduce-then-scan": [3, "reduce, then scan"], "chained": [5, "chain"]}}
eval picture(420)
set logscale x 2
set xrange [2**12:2**28]
set format x "2^{%L}"
set xtics 2**12, narrow ? 16 : 4 offset 0,0.2
set xlabel "number of integers {/:Italic n}" offset 0,0.5
eval range(1e-3, 1e1)
set ylabel "bandwidth" offset 1,0
set ytics ("1 GB/s" 1e-3, "10 GB/s" 1e-2, "100 GB/s" 0.1, "1 TB/s" 1, "10 TB/s" 10)
set rmargin 17

eval variant("copy", "copy", "series_6", "dt (7,4) pt 2")
eval variant("reduce-then-scan", "reduce, then scan", "series_3", "pt 9")
eval variant("chained", "chain", "series_5", "dt (5,3) pt 11")
names[number("last")] = "the last scan"
bandwidth(variant, name) = 8 * of(variant, "n") / of(variant, name) / 1e9
# Of the sizes, every fourth one.
is_fourth(n) = int(log(n) / log(2) + 0.5) % 4 == 0
x_of(variant) = is_fourth(column("n")) ? of(variant, "n") : NaN
y_of(variant) = bandwidth(variant, "ms")
low_of(variant) = bandwidth(variant, "upper_quartile")
high_of(variant) = bandwidth(variant, "lower_quartile")
shown = "copy library last reduce-then-scan chained"
table(v) = global_scan_sizes
load "lines.gp"
