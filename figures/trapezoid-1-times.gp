# data: trapezoid-1-times
eval picture(340)
eval strips
eval times(5e-4, 1e3)

shown = "atomic serial"
table(v) = trapezoid_1_times
load "lines.gp"
