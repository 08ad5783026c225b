# data: warps-in-a-row-trace warps-permuted-trace warps-stray-trace
eval picture(290)
top = 0
bytes = 4
trace = warps_in_a_row_trace
title = "in a row"
load "sectors.gp"
trace = warps_permuted_trace
title = "permuted"
top = top + 0.3
load "sectors.gp"
trace = warps_stray_trace
title = "one stray"
top = top + 0.3
load "sectors.gp"
load "lines-of-memory.gp"
