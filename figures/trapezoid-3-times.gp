# data: trapezoid-1-times trapezoid-3-times
eval picture(460)
eval strips
eval times(5e-4, 1e3)

shown = "atomic serial warp block stride library last nothing"
table(v) = v eq "atomic" ? trapezoid_1_times : trapezoid_3_times
load "lines.gp"
