# A scan by two GPUs in units of time: in parts, each is read twice; dealt out, once.
load "time-lines.gp"
eval time_lines(4, 6)
eval time_line(3, narrow ? "GPU 0" : "GPU 0, in parts", 6) . time_line(2, "GPU 1", 6) . time_line(1, narrow ? "GPU 0" : "GPU 0, dealt out", 6) . time_line(0, "GPU 1", 6)
do for [y=2:3] { eval event_of(0.9, y, "add up", "series_4", 0.9) . event_of(3.7, y, "scan: read, write", "series_1", 1.8) }
eval passes(1.7, 3, 2.05, 2)
do for [y=0:1] { eval event_of(1.8, y, "scan: read, write", "series_1", 1.8) }
do for [k=0:6] { eval passes(0.2 + 0.5 * k, 1, 0.3 + 0.5 * k, 0) . passes(0.4 + 0.5 * k, 0, 0.5 + 0.5 * k, 1) }
set xtics ("1" 1.8, "2" 3.6, "3" 5.5) scale 0 offset 0,0.6 tc rgb faint
plot NaN
