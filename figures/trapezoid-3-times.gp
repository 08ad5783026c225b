# data: trapezoid-1-times trapezoid-3-times
# explore: {"data": "trapezoid-3-times", "x": "number of strips n", "of": "ms", "unit": "time, ms", "series": {"serial": [6, "serial, on the CPU"], "warp": [3, "atomic per warp"], "block": [4, "atomic per block"], "stride": [5, "in strides"], "library": [0, "CUB"], "last": [1, "the last kernel"], "nothing": [2, "an empty launch"]}}
eval picture(460)
eval strips
eval times(5e-4, 1e3)

shown = "atomic serial warp block stride library last nothing"
table(v) = v eq "atomic" ? trapezoid_1_times : trapezoid_3_times
load "lines.gp"
