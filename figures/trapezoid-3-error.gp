# data: trapezoid-1-times trapezoid-3-times
# explore: {"data": "trapezoid-3-times", "x": "number of strips n", "of": "error", "unit": "distance from Tn", "series": {"warp": [3, "atomic per warp"], "block": [4, "atomic per block"], "stride": [5, "in strides"], "double": [1, "in strides, double"]}}
eval picture(400)
eval strips
eval range(1e-10, 1e2)
set format y "10^{%L}"
set ytics 100
set mytics 1
set ylabel "distance from {/:Italic T_n}" offset 1,0

# Where no error is left there is no point.
y_of(v) = of(v, "error") > 0 ? of(v, "error") : NaN
low_of(v) = y_of(v)
high_of(v) = y_of(v)
eval variant("double", "in strides, double", "series_1", "pt 7")
shown = "atomic warp block stride double"
table(v) = v eq "atomic" ? trapezoid_1_times : trapezoid_3_times
load "lines.gp"
