# data: trapezoid-1-times
# explore: {"x": "number of strips n", "of": "ms", "unit": "time, ms", "series": {"atomic": [2, "atomic per thread"], "serial": [6, "serial, on the CPU"]}}
eval picture(340)
eval strips
eval times(5e-4, 1e3)

shown = "atomic serial"
table(v) = trapezoid_1_times
load "lines.gp"
