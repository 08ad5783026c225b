# data: compaction-sizes
# explore: {"x": "number of integers n", "of": "x/ms", "times": 6e-09, "unit": "bandwidth, TB/s", "where": {"kept": 50}, "series": {"copy": [6, "a copy"], "library": [0, "CUB"], "last": [1, "the last compaction"], "look-back": [4, "looking back"], "three-launches": [5, "three launches"]}}
eval picture(420)
set logscale x 2
set xrange [2**10:2**30]
set format x "2^{%L}"
set xtics narrow ? 32 : 4 offset 0,0.2
set xlabel "number of integers {/:Italic n}" offset 0,0.5
eval range(1e-3, 1e1)
set ylabel "bandwidth" offset 1,0
set ytics ("1 GB/s" 1e-3, "10 GB/s" 1e-2, "100 GB/s" 0.1, "1 TB/s" 1, "10 TB/s" 10)
set rmargin 19

eval variant("copy", "a copy", "series_6", "dt (7,4) pt 2")
eval variant("look-back", "looking back", "series_4", "pt 13")
eval variant("three-launches", "three launches", "series_5", "dt (5,3) pt 11")
half(variant) = of(variant, "kept") == 50 ? of(variant, "n") : NaN
bandwidth(variant, name) = 6 * half(variant) / of(variant, name) / 1e9
x_of(variant) = half(variant)
y_of(variant) = bandwidth(variant, "ms")
low_of(variant) = bandwidth(variant, "upper_quartile")
high_of(variant) = bandwidth(variant, "lower_quartile")
shown = "library last copy look-back three-launches"
table(v) = compaction_sizes
names[number("last")] = "the last compaction"
load "lines.gp"
