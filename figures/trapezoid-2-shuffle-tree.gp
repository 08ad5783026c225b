# data: trapezoid-2-shuffle-trace
trace = trapezoid_2_shuffle_trace
load "lanes.gp"
