# Three blocks: each leaves its sum and counts; the one that counts last adds them all up.
load "time-lines.gp"
eval time_lines(3, 6)
eval time_line(2, "block 0", 6) . time_line(1, "block 1", 6) . time_line(0, "block 2", 6)
eval event(0.9, 2, "sum", "series_2") . event(1.9, 2, "0", "series_4")
eval event(1.9, 1, "sum", "series_2") . event(4, 1, "2: last", "series_4") . event_of(5.15, 1, "adds all", "series_1", 0.55)
eval event(1.4, 0, "sum", "series_2") . event(2.9, 0, "1", "series_4")
eval passes(1.9, 2, 2.9, 0) . passes(2.9, 0, 4, 1)
plot NaN
