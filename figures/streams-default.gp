# What is given to the default stream waits for the others, and they for it, but for those that are non-blocking.
load "time-lines.gp"
eval time_lines(4, 6)
eval time_line(3, "ordinary stream", 6) . time_line(2, "ordinary stream", 6)
eval time_line(1, "default stream", 6) . time_line(0, "non-blocking stream", 6)
do for [y=2:3] {
  eval event_of(1.1, y, "given before", "series_1", 0.9) . event_of(4.9, y, "given after", "series_1", 0.9)
}
eval event_of(3, 1, "given then", "series_2", 0.9) . passes(1.9, 2, 2.2, 1) . passes(3.8, 1, 4.1, 2)
eval event_of(3, 0, "any time", "series_4", 1.9)
plot NaN
