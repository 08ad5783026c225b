# data: bandwidth-clocks
eval picture(340)
eval times(5e-4, 5)
set logscale x 2
set xrange [2**10:2**28]
set format x "2^{%L}"
set xtics 64 offset 0,0.2
set xlabel "number of elements {/:Italic n}" offset 0,0.5
set rmargin 22

eval variant("asked", "host, around the launch", "series_2", "pt 5")
eval variant("ended", "host, until the end", "series_3", "dt (7,4) pt 9")
eval variant("events", "events", "series_1", "pt 7")
x_of(v) = column("n")
y_of(v) = column(v)
low_of(v) = y_of(v)
high_of(v) = y_of(v)
shown = "asked ended events"
table(v) = bandwidth_clocks
load "lines.gp"
