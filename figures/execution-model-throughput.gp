# Four threads that compute and wait, on a CPU core one after the other, on a GPU in turns. Not to scale.
load "boxes.gp"
eval canvas(narrow ? 330 : 300, narrow ? -0.2 : -2.9, 16.2, -0.9, 8.3)
array tints[4] = [series_1, series_3, series_4, series_5]
busy(x, y, thread) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs solid 0.35 border lc rgb 0x%06x lw 1.2; ", x, y - 0.3, x + 1, y + 0.3, tints[thread + 1], tints[thread + 1])
waits(x, to, y) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb faint lw 1.4 dt (2,3); ", x, y, to, y)
ends(x, y, words) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb series_2 lw 1.4; ", x, y - 0.45, x, y + 0.45) . small("left", x + 0.15, y + 0.62, words, series_2)
# Each thread computes three times.
core = 6.75
row(t) = 4.4 - 0.85 * t
eval say("left", 0, core + 1.3, narrow ? "a CPU core: one by one" : "a CPU core: short waits, one thread after the other", faint)
eval say("left", 0, row(0) + 1.3, narrow ? "a GPU: long waits, in turns" : "a GPU: long waits, in which the other threads compute", faint)
do for [t=0:3] {
  do for [k=0:2] {
    eval busy(3.8 * t + 1.4 * k, core, t) . busy(t + 4 * k, row(t), t) . busy(t + 4 * k, 0.85, t)
    if (k < 2) { eval waits(3.8 * t + 1.4 * k + 1, 3.8 * t + 1.4 * k + 1.4, core) . waits(t + 4 * k + 1, t + 4 * k + 4, row(t)) }
  }
  if (!narrow) { eval say("right", -0.2, row(t), sprintf("thread %d", t), tints[t + 1]) }
}
eval ends(3.8, core, "thread 0 ends") . ends(9, row(0), "thread 0 ends")
eval ends(12, 0.85, "all four end")
eval sprintf("set arrow from 15.2,%g to 15.2,%g nohead lc rgb series_2 lw 1.4; ", core - 0.45, core + 0.45) . small("right", 16.1, core + 0.62, "all four end", series_2)
if (narrow) { eval small("left", 0, 0.12, "its arithmetic units", faint) } else { eval say("right", -0.2, core, "units", faint) . say("right", -0.2, 0.85, "units", faint) }
set arrow from 0, -0.3 to 16, -0.3 head size screen 0.011,20 filled lc rgb faint
eval small("right", 16, -0.68, "time", faint)
plot NaN
