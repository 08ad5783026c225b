# data: trapezoid-2-times
eval picture(340)
eval strips
eval times(5e-4, 1e3)
set rmargin 20

shown = "atomic serial shuffle shared"
table(v) = trapezoid_2_times
least_gap = 0.07
load "lines.gp"
