# Three threads: one in the middle that passes order on, and one that breaks the chain.
load "time-lines.gp"
eval time_lines(6.3, 5.3)
do for [panel=0:1] {
  y = panel ? 0 : 3.45
  eval time_line(y + 2, "block 0", 5.3) . time_line(y + 1, "block 1", 5.3) . time_line(y, "block 2", 5.3)
  eval event_of(0.6, y + 2, "data = 42", "series_2", 0.5) . event(1.65, y + 2, "release", "series_2")
  eval event(2.1, y + 1, "acquire", "series_4") . event(3.15, y + 1, panel ? "relaxed" : "release", "series_4")
  eval event(3.6, y, "acquire", "series_5") . event(4.6, y, narrow ? (panel ? "data: ?" : "data: 42") : panel ? "data is …?" : "data is 42", "series_5")
  eval passes(1.65, y + 2, 2.1, y + 1)
}
eval passes(3.15, 4.45, 3.6, 3.45)
set arrow from 3.15,0.76 to 3.56,0.292 nohead dt (3,3) lc rgb faint lw 1.6 front
set arrow from 3.56,0.292 to 3.6,0.24 filled lc rgb faint lw 1.6 front
plot NaN
