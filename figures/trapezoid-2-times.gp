# data: trapezoid-2-times
eval picture(340)
eval strips
eval times(5e-4, 1e3)

shown = "atomic serial shuffle shared"
table(v) = trapezoid_2_times
load "lines.gp"
