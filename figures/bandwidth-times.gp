# data: bandwidth-times
# explore: {"x": "number of elements n", "of": "ms", "unit": "time, ms", "series": {"serial": [6, "serial, on the CPU"], "cores": [3, "all cores"], "one-block": [2, "one block"], "blocks": [4, "one element per thread"], "stride": [5, "in strides"], "library": [0, "CUB"], "fours": [1, "the last version"]}}
eval picture(460)
eval times(1e-4, 1e3)
set logscale x 2
set xrange [2**12:2**28]
set format x "2^{%L}"
set xtics 2**12, 16 offset 0,0.2
set xlabel "number of elements {/:Italic n}" offset 0,0.5

eval variant("cores", "all cores", "series_3", "pt 9")
eval variant("one-block", "one block", "series_2", "pt 5")
eval variant("blocks", "one element per thread", "series_4", "pt 13")
eval variant("fours", "the last version", "series_1", "pt 7")
shown = "serial cores one-block blocks stride library fours"
table(v) = bandwidth_times
load "lines.gp"
