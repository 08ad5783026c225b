# Two threads read the same old sum, and one of their additions is lost.
load "time-lines.gp"
eval time_lines(3, 5)
eval time_line(2, "thread 0", 5) . time_line(1, "the sum", 5) . time_line(0, "thread 1", 5)
eval event(1, 2, "reads 9", "series_2") . event(2, 2, "adds 3", "series_2") . event(3, 2, "writes 12", "series_2")
eval event(2, 0, "reads 9", "series_5") . event(3, 0, "adds 5", "series_5") . event(4, 0, "writes 14", "series_5")
eval held(1, 1, "9") . held(2, 1, "9") . held(3, 1, "12") . held(4, 1, "14")
eval passes(1, 1, 1, 2) . passes(2, 1, 2, 0) . passes(3, 2, 3, 1) . passes(4, 0, 4, 1)
plot NaN
