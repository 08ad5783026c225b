# Each thread raises its flag and looks at the other's, and both writes arrive late.
load "time-lines.gp"
eval time_lines(4, 4.6)
eval time_line(3, "thread 0", 4.6) . time_line(2, "a in memory", 4.6) . time_line(1, "b in memory", 4.6) . time_line(0, "thread 1", 4.6)
eval event(0.9, 3, "a = 1", "series_2") . event(2.3, 3, "reads b: 0", "series_2")
eval event(0.9, 0, "b = 1", "series_5") . event(2.3, 0, "reads a: 0", "series_5")
eval held(1.5, 2, "0") . held(3.7, 2, "1") . held(1.5, 1, "0") . held(3.7, 1, "1")
set arrow from 0.9,2.76 to 3.44,2.1 filled lc rgb series_2 lw 1.6 dt (4,3) front
set arrow from 0.9,0.24 to 3.44,0.9 filled lc rgb series_5 lw 1.6 dt (4,3) front
eval passes(1.5, 1, 2.3, 3) . passes(1.5, 2, 2.3, 0)
plot NaN
