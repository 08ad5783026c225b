# The last block with and without the second fence: what the barrier has to pass on.
load "time-lines.gp"
eval time_lines(6.3, 5.6)
do for [panel=0:1] {
  y = panel ? 0 : 3.3
  eval time_line(y + 2, "block 0, thread 0", 5.6)
  eval time_line(y + 1, "block 1, thread 0", 5.6)
  eval time_line(y, "block 1, thread 1", 5.6)
  eval event(0.5, y + 2, "sum", "series_2") . event(1.45, y + 2, "fence", "series_2") . event(2.4, y + 2, "ticket 0", "series_2")
  eval event(2.9, y + 1, "ticket 1", "series_5") . (panel ? "" : event(3.85, y + 1, "fence", "series_5"))
  eval event(4.55 + 0.25, y + 1, "barrier", "series_4") . event(4.55 - 0.7, y, "barrier", "series_4") . event(5.1, y, panel ? "sum …?" : "sum", "series_5")
}
eval passes(2.4, 5.3, 3.7, 4.3) . passes(4.8, 4.3, 5, 3.3)
set arrow from 2.4,1.76 to 2.85,1.26 nohead dt (3,3) lc rgb faint lw 1.6 front
plot NaN
