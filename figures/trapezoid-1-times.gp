# data: trapezoid-1-times
eval picture(340)
eval strips
eval times(5e-4, 1e3)
set rmargin 20

shown = "atomic serial"
table(v) = trapezoid_1_times
least_gap = 0.07
load "lines.gp"
