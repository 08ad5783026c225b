# A release that an acquire observes, and one that is only seen.
load "time-lines.gp"
eval time_lines(4.3, 4)
do for [panel=0:1] {
  y = panel ? 0 : 2.45
  eval time_line(y + 1, panel ? "thread 0, as before" : "thread 0", 4) . time_line(y, panel ? "thread 1, relaxed" : "thread 1", 4)
  eval event(0.6, y + 1, "x = 42", "series_2") . event(1.65, y + 1, "release 1", "series_2")
  eval event(2.35, y, panel ? "relaxed 1" : "acquire 1", "series_5")
  eval event(3.4, y, panel ? "x is …?" : "x is 42", "series_5")
}
eval passes(1.65, 3.45, 2.35, 2.45)
set label "what came before\nis ordered before" at first 2.6, 3.12 left tc rgb series_1 font ",12"
set arrow from 1.65,0.76 to 2.28,0.292 nohead dt (3,3) lc rgb faint lw 1.6 front
set arrow from 2.28,0.292 to 2.35,0.24 filled lc rgb faint lw 1.6 front
set label "seen, and nothing\nelse is ordered" at first 2.6, 0.67 left tc rgb faint font ",12"
plot NaN
