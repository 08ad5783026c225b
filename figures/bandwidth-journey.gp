# data: bandwidth-journey
# explore: {"x": "number of elements n", "of": "ms", "unit": "time, ms", "series": {"serial": [6, "serial, on the CPU"], "cores": [3, "CPU, all cores"], "managed": [5, "managed memory"], "pageable": [2, "pageable copies"], "pinned": [4, "pinned copies"], "kernel": [1, "the kernel alone"]}}
eval picture(420)
eval times(1e-4, 1e3)
set logscale x 2
set xrange [2**10:2**26]
set format x "2^{%L}"
set xtics 16 offset 0,0.2
set xlabel "number of elements {/:Italic n}" offset 0,0.5

eval variant("cores", "CPU, all cores", "series_3", "pt 9")
eval variant("managed", "managed memory", "series_5", "dt (5,3) pt 11")
eval variant("pageable", "pageable copies", "series_2", "pt 5")
eval variant("pinned", "pinned copies", "series_4", "pt 13")
eval variant("kernel", "the kernel alone", "series_1", "pt 7")
shown = "serial cores managed pageable pinned kernel"
table(v) = bandwidth_journey
load "lines.gp"
