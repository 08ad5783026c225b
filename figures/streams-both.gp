# One buffer, piece after piece: an event for each direction of the order.
load "time-lines.gp"
eval time_lines(2, 6.4)
eval time_line(1, "in", 6.4) . time_line(0, "work", 6.4)
eval event_of(0.6, 1, "copy 1", "series_2", 0.55) . event_of(1.35, 1, "", "series_4", 0.12)
eval event_of(2.2, 0, narrow ? "use 1" : "kernel 1", "series_1", 0.5) . event_of(2.9, 0, "", "series_4", 0.12)
eval event_of(3.75, 1, "copy 2", "series_2", 0.55) . event_of(4.5, 1, "", "series_4", 0.12)
eval event_of(5.35, 0, narrow ? "use 2" : "kernel 2", "series_1", 0.5) . event_of(6.05, 0, "", "series_4", 0.12)
eval passes(1.4, 1, 1.85, 0) . passes(2.95, 0, 3.4, 1) . passes(4.55, 1, 5, 0)
set label "x is full" at first 1.75, 0.62 left tc rgb faint font ",12"
set label "x was read" at first 3.27, 0.38 left tc rgb faint font ",12"
plot NaN
