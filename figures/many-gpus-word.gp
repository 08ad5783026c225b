# A word of 16 bytes, and what one-shot and words do for a short array.
load "time-lines.gp"
eval time_lines(5, 6)
set yrange [-0.6:5.1]
eval time_line(3, "GPU 0, one-shot", 6) . time_line(2, "GPU 1", 6) . time_line(1, "GPU 0, words", 6) . time_line(0, "GPU 1", 6)
cells = "value value value round"
do for [i=0:3] {
  eval event_of(1.3 + 1.15 * i, 4.5, word(cells, i + 1), i == 3 ? "series_2" : "series_1", 0.54)
}
eval event_of(0.75, 3, "meet", "series_6", 0.42) . event_of(0.75, 2, "meet", "series_6", 0.42)
eval passes(0.45, 3, 1.05, 2) . passes(0.45, 2, 1.05, 3)
eval event_of(2.0, 3, "read", "series_1", 0.42) . event_of(3.2, 3, "add", "series_1", 0.4)
eval event_of(2.0, 2, "read", "series_4", 0.42) . event_of(3.2, 2, "add", "series_4", 0.4)
eval passes(1.75, 3, 2.4, 2) . passes(2.4, 2, 3.0, 3)
eval event_of(4.5, 3, "meet", "series_6", 0.42) . event_of(4.5, 2, "meet", "series_6", 0.42)
eval passes(4.2, 3, 4.8, 2) . passes(4.2, 2, 4.8, 3)
eval event_of(0.75, 1, "send", "series_2", 0.42) . event_of(0.75, 0, "send", "series_2", 0.42)
eval event_of(2.0, 1, "add", "series_1", 0.4) . event_of(2.0, 0, "add", "series_4", 0.4)
eval passes(0.85, 1, 1.8, 0) . passes(0.85, 0, 1.8, 1)
plot NaN
