# What threads do for four points: four threads one each, and one thread all four. Not to scale.
load "boxes.gp"
eval canvas(narrow ? 370 : 290, -0.1, 24.1, 0, 10)
step(x, to, y, words, colour) = pale(x + 0.05, y - 0.45, to - 0.05, y + 0.45, colour) . say("center", (x + to) / 2., y, words, ink)
first(y) = step(0, 4, y, "start", series_6)
last(x, y) = step(x, x + 6, y, narrow ? "sum" : "block's sum", series_3) . step(x + 6, x + 9, y, "end", series_6)
point(x, y) = step(x, x + 2.5, y, "f", series_1)
eval say("left", 0, 9.4, narrow ? "one point per thread" : "one point per thread: four threads", faint)
do for [k=0:3] { y = 8.4 - 1.15 * k; eval first(y) . point(4, y) . last(6.5, y) }
eval say("left", 0, 3.4, narrow ? "in strides: all four in one thread" : "in strides: one thread takes all four", faint)
eval first(2.4)
do for [k=0:3] { eval point(4 + 2.5 * k, 2.4) }
eval last(14, 2.4)
set arrow from 0, 1.2 to 23.6, 1.2 head size screen 0.011,20 filled lc rgb faint
eval small("right", 23.6, 0.5, "time of a thread", faint)
plot NaN
