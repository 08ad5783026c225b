# data: scan-steps-trace
trace = scan_steps_trace
load "lanes.gp"
