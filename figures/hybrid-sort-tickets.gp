# Three blocks draw tickets: each takes the next when it is done, and waits until all earlier phases are.
load "boxes.gp"
eval canvas(narrow ? 240 : 215, narrow ? -1.75 : -1.35, 11.4, -3.9, 1.2)
tickets = 14
array phase[14] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
array lasts[14] = [1.1, 1.5, 1.0, 1.2, 1.0, 1.3, 1.6, 1.5, 1.5, 1.7, 1.5, 1.6, 1.6, 1.5]
array free[3] = [0, 0, 0]
array over[4] = [0, 0, 0, 0]
array shade[4] = [series_5, series_3, series_1, series_4]
do for [b=0:2] { eval small("right", -0.12, -1.15 * b, sprintf("block %d", b), faint) }
do for [t=0:tickets-1] {
  b = free[1] <= free[2] && free[1] <= free[3] ? 0 : free[2] <= free[3] ? 1 : 2
  p = phase[t + 1]
  from = free[b + 1]
  ready = p > 0 && over[p] > from ? over[p] : from
  until = ready + lasts[t + 1]
  y = -1.15 * b
  if (ready > from) { set arrow 100 + t from from, y to ready, y nohead lc rgb series_2 lw 3 }
  eval pale(ready + 0.03, y - 0.42, until - 0.03, y + 0.42, shade[p + 1]) . small("center", (ready + until) / 2, y, sprintf("%d", t), shade[p + 1])
  free[b + 1] = until
  over[p + 1] = until > over[p + 1] ? until : over[p + 1]
}
do for [p=1:3] { set arrow 200 + p from over[p], 0.65 to over[p], -2.95 nohead lc rgb line lw 1 dt (3,3) back }
eval small("left", 0, 0.9, "count", series_5) . small("left", over[1] + 0.1, 0.9, narrow ? "digits" : "by digit", series_3) . small("left", over[2] + 0.1, 0.9, narrow ? "first pass" : "lowest digit", series_1) . small("left", over[3] + 0.1, 0.9, narrow ? "second" : "second digit", series_4)
set arrow 300 from 0, -3.3 to 11, -3.3 size screen 0.012,20 lc rgb faint lw 1
eval small("right", -0.12, -3.3, "time", faint)
plot NaN
