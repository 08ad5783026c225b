# data: warps-gap-trace
eval picture(160)
top = 0
bytes = 8
trace = warps_gap_trace
title = ""
load "sectors.gp"
load "lines-of-memory.gp"
