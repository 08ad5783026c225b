# What is given to the default stream waits for the others, and they for it, but for those that are non-blocking.
load "time-lines.gp"
eval time_lines(4, 6)
eval time_line(3, "ordinary stream", 6) . time_line(2, "default stream", 6)
eval time_line(1, "ordinary stream", 6) . time_line(0, "non-blocking stream", 6)
do for [y=1:3:2] {
  eval event_of(1.1, y, "given before", "series_1", 0.9) . event_of(4.9, y, "given after", "series_1", 0.9)
  eval passes(1.9, y, 2.2, 2) . passes(3.8, 2, 4.1, y)
}
eval event_of(3, 2, "given then", "series_2", 0.9) . event_of(3, 0, "any time", "series_4", 1.9)
plot NaN
