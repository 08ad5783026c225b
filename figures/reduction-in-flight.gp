# One thread's loads in time, a bar for each from its issue to its arrival: each awaited before the next, or four at once.
eval picture(narrow ? 290 : 280)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.02, screen 0.98, at screen 0.02, screen 0.98
set xrange [0:40]
set yrange [-10.6:1.6]
delay = 8.6
set label 1 "one load at a time" at 0, 0.9 left
set label 2 "four loads at once" at 0, -4.4 left
do for [k=0:3] {
  at = k * (delay + 1)
  set object 10 + k rectangle from at, -0.9 to at + delay, -0.1 fc rgb line fs solid noborder
  set label 10 + k "in flight" at at + delay / 2., -0.5 center font ",12"
  set object 20 + k rectangle from at + delay, -0.9 to at + delay + 1, -0.1 fc rgb series_1 fs solid noborder
}
do for [r=0:2] {
  at = r * (delay + 4.8)
  do for [k=0:3] {
    y = -5.3 - 1.05 * k
    begins = at + 0.5 * k
    set object 40 + 8 * r + k rectangle from begins, y - 0.4 to begins + delay, y + 0.4 fc rgb line fs solid noborder
    adds = at + delay + 1.0 * k
    set object 70 + 8 * r + k rectangle from adds, y - 0.4 to adds + 1, y + 0.4 front fc rgb series_1 fs solid noborder
  }
}
set object 90 rectangle from 0, -2.9 to 1, -2.2 fc rgb series_1 fs solid noborder
set label 90 "addition" at 1.5, -2.55 left tc rgb faint font ",12"
set object 91 rectangle from 9, -2.9 to 12, -2.2 fc rgb line fs solid noborder
set label 91 "load in flight" at 12.5, -2.55 left tc rgb faint font ",12"
set arrow 99 from 0, -9.7 to 40, -9.7 size screen 0.012, 20 lc rgb faint lw 1
set label 99 "time" at 40, -10.25 right tc rgb faint font ",12"
plot NaN
