# Without an event the kernel may begin before the copy has ended; with one, it waits.
load "time-lines.gp"
eval time_lines(4, 6)
eval time_line(3, "in", 6) . time_line(2, "work", 6) . time_line(1, "in", 6) . time_line(0, "work", 6)
eval event_of(1.6, 3, "copy", "series_2", 1.4) . event_of(2.3, 2, "kernel", "series_1", 0.85)
eval event_of(1.6, 1, "copy", "series_2", 1.4) . event_of(3.5, 1, "event", "series_4", 0.45)
eval event_of(4.8, 0, "kernel", "series_1", 0.85) . passes(3.5, 1, 4, 0)
plot NaN
