# data: trapezoid-3-blocks
# explore: {"axis": "block", "x": "threads per block", "of": "ms", "unit": "time, ms", "names": ["n"], "series": {"1048576": [3, "n = 2²⁰"], "16777216": [4, "n = 2²⁴"], "268435456": [1, "n = 2²⁸"]}}
eval picture(340)
eval times(2e-3, 2e1)
set logscale x 2
set xrange [64:1024]
set xtics 64, 2, 1024 offset 0,0.2
set xlabel "threads per block" offset 0,0.5
set rmargin 12

eval variant("20", "{/:Italic n} = 2^{20}", "series_3", "pt 9")
eval variant("24", "{/:Italic n} = 2^{24}", "series_4", "dt (7,4) pt 13")
eval variant("28", "{/:Italic n} = 2^{28}", "series_1", "dt (3,3) pt 7")
of(exponent, name) = column("n") == 2**int(exponent) ? column(name) : NaN
x_of(exponent) = of(exponent, "block")
shown = "28 24 20"
table(exponent) = trapezoid_3_blocks
load "lines.gp"
