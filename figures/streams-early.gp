# The host reads the result before it waits, and after.
load "time-lines.gp"
eval time_lines(4, 6.2)
do for [panel=0:1] {
  y = panel ? 0 : 2
  eval time_line(y + 1, "host", 6.2) . time_line(y, "work", 6.2)
  eval event_of(0.6, y + 1, "asks", "series_1", 0.45)
  eval event_of(1.75, y, "copy in", "series_2", 0.6) . event_of(3.15, y, "kernel", "series_2", 0.6)
  eval event_of(4.55, y, "copy out", "series_2", 0.6)
  eval passes(0.9, y + 1, 1.25, y)
}
eval event_of(1.65, 3, "reads", "series_5", 0.45) . event_of(3.7, 3, "waits", "series_4", 1.45)
eval event_of(3.2, 1, "waits", "series_4", 1.95) . event_of(5.65, 1, "reads", "series_5", 0.35)
eval passes(4.8, 2, 5.05, 3) . passes(4.8, 0, 5.05, 1)
plot NaN
