# Ten warps that add up their values side by side and then queue: with little work before the queue, and with more.
load "boxes.gp"
eval canvas(narrow ? 390 : 350, narrow ? 0 : -1, 46, -2.3, 26.3)
warps = 10
turn = 3.2
do for [panel=0:1] {
  work = panel ? 8.5 : 3.5
  base = panel ? 0 : 14.2
  eval say("left", 0, base + 11.2, panel ? "shared memory" : "shuffles", series_3)
  do for [w=0:warps - 1] {
    y = base + warps - w - 0.5
    set object rectangle from 0, y - 0.36 to work, y + 0.36 fc rgb series_3 fs solid 0.35 border lc rgb series_3 lw 0.8
    from = work + turn * w
    if (w > 0) { set arrow from work, y to from, y nohead lc rgb faint lw 1 dt (2,3) }
    set object rectangle from from, y - 0.36 to from + turn, y + 0.36 front fc rgb series_2 fs solid 0.55 border lc rgb series_2 lw 0.8
  }
  ends = work + turn * warps
  set arrow from ends, base + 0 to ends, base + 10 nohead lc rgb line lw 1 dt (3,3)
}
eval say("left", 22, 14.2 + 8.2, narrow ? "the queue" : "the queue: one after another", series_2)
set arrow from 0, -0.8 to 45.5, -0.8 filled size screen 0.009,20 lc rgb faint lw 1.2
eval small("right", 45.5, -1.75, "time", faint)
plot NaN
