# The lock without its fence: the count is read from a copy that is older than the lock's last holder.
load "time-lines.gp"
eval time_lines(4, 7.9)
eval time_line(3, "block 0, which holds the lock", 7.9) . time_line(2, "the count", 7.9) . time_line(1, "a cached copy", 7.9) . time_line(0, "block 1, without the fence", 7.9)
wide_event(x, y, words, colour) = event_of(x, y, words, colour, 0.5)
eval wide_event(2.75, 3, "writes 1", "series_2") . wide_event(3.8, 3, "fence", "series_2") . wide_event(4.85, 3, "lock = 0", "series_2")
eval held(1.75, 2, "0") . held(2.75, 2, "1") . held(2.2, 1, "0") . held(6.3, 1, "0") . held(7.35, 2, "1")
eval wide_event(5.25, 0, narrow ? "lock: 0" : "lock is 0", "series_5") . wide_event(6.3, 0, "reads 0", "series_5") . wide_event(7.35, 0, "writes 1", "series_5")
eval passes(2.75, 3, 2.75, 2) . passes(1.75, 2, 2.2, 1) . passes(6.3, 1, 6.3, 0) . passes(7.35, 0, 7.35, 2)
set arrow from 4.85,2.76 to 5.2,0.24 filled lc rgb faint lw 1.6 dt (3,3) front
plot NaN
