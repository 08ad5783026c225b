# A sort on two GPUs, seen from one: the exchange before sorting, and behind it.
load "time-lines.gp"
eval time_lines(3, 7)
eval time_line(2, narrow ? "written" : "written, by the SMs", 7) . time_line(1, narrow ? "copied: SMs" : "copied: the SMs", 7) . time_line(0, narrow ? "engines" : "copied: the copy engine", 7)
eval event_of(0.45, 2, "count", "series_4", 0.42) . event_of(2.0, 2, "distribute and send", "series_2", 1.1)
do for [r=0:3] { eval event_of(3.6 + 0.9 * r, 2, sprintf("sort %d", r), "series_1", 0.42) }
eval event_of(0.45, 1, "count", "series_4", 0.42) . event_of(1.25, 1, "distribute", "series_2", 0.35)
do for [r=0:3] { eval event_of(1.98 + 0.55 * r, 0, sprintf("%d", r), "series_2", 0.26) . event_of(2.7 + 0.9 * r, 1, sprintf("sort %d", r), "series_1", 0.42) . passes(2.15 + 0.55 * r, 0, 2.4 + 0.9 * r, 1) }
plot NaN
