# Two fences of which one must come first: the way through the ticket and the barrier says which.
load "time-lines.gp"
eval time_lines(3, 5.9)
eval time_line(2, "block 1, thread 0", 5.9) . time_line(1, "block 0, thread 0", 5.9) . time_line(0, "block 1, thread 1", 5.9)
eval event(1, 1, "sum", "series_2") . event(2, 1, "fence", "series_1") . event(3, 1, "ticket 0", "series_2")
eval event(3.2, 2, "ticket 1", "series_5") . event(4.2, 2, "barrier", "series_4")
eval event(3.35, 0, "barrier", "series_4") . event(4.4, 0, "fence", "series_1") . event(5.4, 0, "sum", "series_5")
set arrow from 3,1.24 to 3.15,1.76 filled lc rgb faint lw 1.8 front
set arrow from 4.2,1.76 to 4.38,0.24 filled lc rgb faint lw 1.8 front
set arrow from 2.1,0.76 to 4.1,0.27 filled lc rgb series_1 lw 2.6 front
plot NaN
