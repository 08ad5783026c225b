# A buffer that is freed in one stream while another still reads it, and one that is freed after it was read.
load "time-lines.gp"
eval time_lines(4, 6)
again = narrow ? "fill again" : "fill the same memory"
eval time_line(3, "stream", 6) . time_line(2, "other", 6) . time_line(1, "stream", 6) . time_line(0, "other", 6)
eval event_of(0.85, 3, "fill", "series_1", 0.65) . event_of(2.05, 3, "free", "series_6", 0.45)
eval event_of(3.8, 3, again, "series_2", 1.2) . event_of(3.1, 2, "add", "series_4", 1) . passes(1.45, 3, 2.2, 2)
eval event_of(0.85, 1, "fill", "series_1", 0.65) . event_of(2.6, 0, "add", "series_4", 1)
eval event_of(4.1, 0, "free", "series_6", 0.45) . passes(1.45, 1, 1.7, 0)
eval event_of(5.15, 1, "fill again", "series_1", 0.6) . passes(4.45, 0, 4.7, 1)
plot NaN
