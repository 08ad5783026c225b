# Short kernels launched one by one, where the device waits for the host, and as a graph.
load "time-lines.gp"
eval time_lines(4.4, 6)
eval time_line(3.4, "host, one by one", 6) . time_line(2.4, "device", 6) . time_line(1, "host, a graph", 6) . time_line(0, "device", 6)
do for [k=0:3] {
  x = 0.7 + 1.4 * k
  eval event_of(x, 3.4, "launch", "series_1", 0.6) . event_of(x + 0.7, 2.4, "", "series_2", 0.2)
  eval passes(x + 0.2, 3.4, x + 0.65, 2.4)
  eval event_of(1.9 + 0.42 * k, 0, "", "series_2", 0.2)
}
eval event_of(0.9, 1, "graph", "series_1", 0.8) . passes(1.3, 1, 1.8, 0)
plot NaN
