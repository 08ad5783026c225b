# data: trapezoid-2-alone
# explore: {"axis": "width", "x": "lanes per tile", "of": "ms", "times": 244.140625, "unit": "time of a sum, ns", "where": {"type": "unsigned", "load": "alone"}, "series": {"shuffles": [3, "shuffles"], "redux": [1, "redux"], "cg::reduce": [2, "cg::reduce"]}}
# The time of a sum of integers by a warp that is alone, against the lanes of a tile.
eval picture(340)
set logscale x 2
set xrange [7:36]
set xtics (8, 16, 32) offset 0,0.2
set xlabel "lanes per tile" offset 0,0.5
eval range(10, 1000)
set ylabel "time of a sum, ns" offset 1,0
eval variant("redux", "redux", "series_1", "pt 5")
eval variant("cg::reduce", "cg::reduce", "series_2", "dt (7,4) pt 6 ps 1.3")
of(variant, name) = strcol("variant") eq variant && strcol("type") eq "unsigned" && strcol("load") eq "alone" ? column(name) : NaN
eval variant("shuffles", "shuffles", "series_3", "pt 9")
x_of(v) = of(v, "width")
y_of(v) = of(v, "ms") / column("rounds") * 1e6
low_of(v) = of(v, "lower_quartile") / column("rounds") * 1e6
high_of(v) = of(v, "upper_quartile") / column("rounds") * 1e6
shown = "shuffles redux cg::reduce"
table(v) = trapezoid_2_alone
load "lines.gp"
