# A buffer that is freed in one stream while another still reads it, and filled once more.
load "time-lines.gp"
eval time_lines(2, 6)
eval time_line(1, "stream", 6) . time_line(0, "other", 6)
eval event_of(0.85, 1, "fill", "series_1", 0.65) . event_of(2.1, 1, "free", "series_6", 0.5)
eval event_of(4.1, 1, narrow ? "fill again" : "fill the same memory", "series_2", 1.2)
eval event_of(3.6, 0, "add", "series_4", 1.3) . passes(1.45, 1, 2.35, 0)
plot NaN
