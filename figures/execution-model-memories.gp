# Where the memories are, and who sees each: two of the SMs, the chip that they are on, the device's memory, the host.
load "boxes.gp"
eval canvas(narrow ? 430 : 400, 0, 100, -1, 108)
eval box(0.5, 36, 99.5, 107, faint) . small("left", 2.5, 103.5, narrow ? "the chip" : "the chip (two of its SMs)", faint)
do for [sm=0:1] {
  from = sm == 0 ? 3 : 51.5
  to = from + 45.5
  eval box(from, 51, to, 100, ink) . say("left", from + 2, 96, sprintf("SM %d", sm), ink)
  # Eight threads and two blocks stand for many.
  do for [t=0:7] { eval pale(from + 2 + 5.2 * t, 81, from + 6.9 + 5.2 * t, 86.5, series_1) }
  eval say("left", from + 2, 90.2, narrow ? "registers: a thread" : "registers: one thread each", series_1)
  do for [b=0:1] { eval pale(from + 2 + 20.8 * b, 66, from + 22.5 + 20.8 * b, 71.5, series_3) }
  eval say("left", from + 2, 75.5, narrow ? "shared: a block" : "shared memory: one block each", series_3)
  eval box(from + 2, 53.5, from + 22.5, 61.5, faint) . box(from + 22.8, 53.5, from + 43.3, 61.5, faint)
  eval say("center", from + 12.2, 57.5, narrow ? "L1" : "L1 cache", faint) . say("center", from + 33, 57.5, narrow ? "constant" : "constant cache", faint)
  set arrow from from + 12.2, 46.7 to from + 12.2, 53 heads size screen 0.009,20 lc rgb faint lw 1.2
  set arrow from from + 33, 46.7 to from + 33, 53 heads size screen 0.009,20 lc rgb faint lw 1.2
}
eval box(3, 38.5, 97, 46, faint) . say("center", 50, 42.2, "L2 cache", faint)
set arrow from 50, 30 to 50, 38 heads size screen 0.009,20 lc rgb faint lw 1.2
eval box(0.5, 9, 99.5, 29.5, ink) . say("left", 2.5, 26, "the device's memory", ink)
do for [t=0:5] { eval pale(3 + 4 * t, 16.5, 6.8 + 4 * t, 21.5, series_1) }
eval say("left", 3, 12.7, narrow ? "local: a thread" : "local: one thread each", series_1)
global = narrow ? 34 : 36
eval pale(global, 16.5, 73, 21.5, series_4) . say("left", global, 12.7, narrow ? "global: all" : "global: all threads", series_4)
eval pale(75, 16.5, 97, 21.5, series_4) . say("right", 97.5, 12.7, "constant: all", series_4)
set arrow from 44, 2.6 to 44, 9.7 heads filled size screen 0.009,20 lc rgb series_4 lw 1.4 front
eval link(86, 2.6, 86, 9.7, series_4) . say("center", 68, 0.8, "copies to and from the host", faint)
plot NaN
