# The first step of the dissemination sum, if lane 4 has written before lane 0 reads.
load "time-lines.gp"
eval time_lines(3, 5.7)
eval time_line(2, "lane 4, which holds 5", 5.7) . time_line(1, "the element of lane 4", 5.7) . time_line(0, "lane 0, which holds 3", 5.7)
eval event(1, 2, "reads 3", "series_2") . event(2, 2, "adds: 8", "series_2") . event(3, 2, "writes 8", "series_2")
eval event(4, 0, "reads 8", "series_5") . event(5, 0, "adds: 11", "series_5")
eval held(1, 1, "5") . held(3, 1, "8") . held(4, 1, "8")
eval passes(3, 2, 3, 1) . passes(4, 1, 4, 0)
plot NaN
