# Two kernels add their parts and exchange the sums: each sends its own, and waits for the other's.
load "time-lines.gp"
eval time_lines(2, 6)
eval time_line(1, "GPU 0", 6) . time_line(0, "GPU 1", 6)
eval event_of(1.0, 1, "add own part", "series_1", 0.95) . event_of(2.35, 1, "send", "series_2", 0.35)
eval event_of(3.6, 1, "wait", "series_6", 0.85) . event_of(4.95, 1, "add", "series_1", 0.4)
eval event_of(1.35, 0, "add own part", "series_1", 1.3) . event_of(3.05, 0, "send", "series_2", 0.35)
eval event_of(3.8, 0, "wait", "series_6", 0.35) . event_of(4.6, 0, "add", "series_1", 0.4)
eval passes(2.5, 1, 3.75, 0) . passes(3.2, 0, 4.2, 1)
plot NaN
