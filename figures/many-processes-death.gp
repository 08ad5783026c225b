# One of three processes dies, and the others hear of it.
load "time-lines.gp"
eval time_lines(3, 6.2)
eval time_line(2, "process 0", 4.9) . time_line(1, "process 1", 2.2) . time_line(0, "process 2", 5.9)
eval event_of(1, 2, "enter", "series_1", 0.45) . event_of(1, 1, "enter", "series_1", 0.45) . event_of(1, 0, "enter", "series_1", 0.45)
eval event_of(2.2, 1, "killed", "series_6", 0.45)
eval event_of(2.5, 2, narrow ? "sum" : "sum: waits", "series_1", 0.6) . event_of(3, 0, narrow ? "sum" : "sum: waits", "series_1", 0.6)
eval event_of(3.9, 2, "hears", "series_2", 0.42) . event_of(5, 0, "hears", "series_2", 0.42)
eval event_of(4.9, 2, "ends", "series_6", 0.36) . event_of(5.9, 0, "ends", "series_6", 0.36)
eval passes(2.4, 1, 3.8, 2) . passes(4.0, 2, 4.95, 0)
plot NaN
