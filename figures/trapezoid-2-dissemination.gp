# data: trapezoid-2-dissemination-trace
trace = trapezoid_2_dissemination_trace
load "lanes.gp"
