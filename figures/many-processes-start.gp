# How the processes meet, and then their GPUs.
load "time-lines.gp"
eval time_lines(3, 6.2)
eval time_line(2, "process 0", 6.2) . time_line(1, "process 1", 6.2) . time_line(0, "process 2", 6.2)
eval event_of(0.55, 1, "hello", "series_2", 0.4) . event_of(1.45, 0, "hello", "series_2", 0.4)
eval event_of(1.1, 2, "listen", "series_2", 0.55) . event_of(2.4, 2, narrow ? "id" : "id, plans", "series_4", narrow ? 0.3 : 0.55)
eval event_of(3.4, 1, "plan", "series_4", 0.35) . event_of(3.5, 0, "plan", "series_4", 0.35)
eval passes(0.6, 1, 0.9, 2) . passes(1.45, 0, 1.45, 2) . passes(2.45, 2, 3.3, 1) . passes(2.3, 2, 3.4, 0)
init = narrow ? "init" : "ncclCommInitRank"
eval event_of(5, 2, init, "series_1", 0.95) . event_of(5, 1, init, "series_1", 0.95) . event_of(5, 0, init, "series_1", 0.95)
set arrow from 4.6,1.24 to 4.6,1.76 heads filled lc rgb series_1 lw 1.8 front
set arrow from 5.4,0.24 to 5.4,0.76 heads filled lc rgb series_1 lw 1.8 front
plot NaN
