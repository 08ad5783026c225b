# data: sorting-sizes
# explore: {"x": "number of keys n", "of": "x/ms", "times": 1000.0, "unit": "keys per second", "series": {"library": [0, "CUB"], "last": [1, "the last kernel"], "tiles": [5, "three kernels per digit"], "bits": [2, "bit by bit"]}}
eval picture(400)
set logscale x 2
set xrange [2**10:2**28]
set format x "2^{%L}"
set xtics narrow ? 64 : 4 offset 0,0.2
set xlabel "number of keys {/:Italic n}" offset 0,0.5
eval range(1e6, 1e11)
set ylabel "keys per second" offset 1,0
set ytics ("10^6" 1e6, "10^7" 1e7, "10^8" 1e8, "10^9" 1e9, "10^{10}" 1e10, "10^{11}" 1e11)
set rmargin 20

eval variant("bits", "bit by bit", "series_2", "dt (2,3) pt 5")
eval variant("tiles", "three kernels per digit", "series_5", "dt (5,3) pt 11")
speed(variant, name) = of(variant, "n") / of(variant, name) * 1e3
y_of(variant) = speed(variant, "ms")
low_of(variant) = speed(variant, "upper_quartile")
high_of(variant) = speed(variant, "lower_quartile")
shown = "library last tiles bits"
table(v) = sorting_sizes
load "lines.gp"
