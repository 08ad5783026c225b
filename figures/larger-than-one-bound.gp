# A scan by two GPUs in units of time: in parts, each is read twice; dealt out, once.
load "time-lines.gp"
eval time_lines(4, 6)
eval time_line(3, narrow ? "GPU 0" : "GPU 0, in parts", 6) . time_line(2, "GPU 1", 6) . time_line(1, narrow ? "GPU 0" : "GPU 0, dealt out", 6) . time_line(0, "GPU 1", 6)
do for [y=2:3] { eval event_of(0.9, y, "add up", "series_4", 0.9) . event_of(3.7, y, "scan: read, write", "series_1", 1.8) }
eval passes(1.7, 3, 2.05, 2)
do for [y=0:1] { eval event_of(1.8, y, "scan: read, write", "series_1", 1.8) }
do for [k=0:4] { eval passes(0.9 + 0.55 * k, 1, 1.0 + 0.55 * k, 0) . passes(1.1 + 0.55 * k, 0, 1.2 + 0.55 * k, 1) }
do for [u=1:3] { set label sprintf(u == 1 ? "1 unit" : "%d units", u) at first 1.83 * u, -0.48 center tc rgb faint font ",12" }
plot NaN
