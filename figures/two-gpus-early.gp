# A stream that waits for the other GPU before it does its own part, and one that does its part first.
load "time-lines.gp"
eval time_lines(4, 6)
eval time_line(3, "GPU 0, waiting first", 6) . time_line(2, "GPU 1", 6) . time_line(1, "GPU 0, its part first", 6) . time_line(0, "GPU 1", 6)
eval event_of(1.2, 2, "add own part", "series_4", 1.1) . event_of(3.7, 3, "add own part", "series_1", 1.1)
eval event_of(5.25, 3, "add", "series_2", 0.4) . passes(2.3, 2, 2.6, 3)
eval event_of(1.2, 1, "add own part", "series_1", 1.1) . event_of(1.2, 0, "add own part", "series_4", 1.1)
eval event_of(3.0, 1, "add", "series_2", 0.4) . passes(2.3, 0, 2.65, 1)
plot NaN
