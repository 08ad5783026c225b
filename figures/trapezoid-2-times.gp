# data: trapezoid-2-times
# explore: {"x": "number of strips n", "of": "ms", "unit": "time, ms", "series": {"atomic": [2, "atomic per thread"], "serial": [6, "serial, on the CPU"], "shuffle": [3, "shuffles"], "shared": [5, "shared memory"]}}
eval picture(340)
eval strips
eval times(5e-4, 1e3)

shown = "atomic serial shuffle shared"
table(v) = trapezoid_2_times
load "lines.gp"
