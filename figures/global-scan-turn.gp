# A turn of the last kernel: what a block does for which of its tiles, before the barrier in its middle and after it.
load "boxes.gp"
eval canvas(narrow ? 290 : 260, narrow ? -4.1 : -3.2, 16.4, -8.4, 1.3)
part(x, to_x, y, words, colour) = pale(x, y - 0.48, to_x, y + 0.48, colour) . small("center", (x + to_x) / 2., y, words, ink)
array names_of[4] = ["tile k + 2", "tile k", "window", "next window"]
do for [r=0:3] { eval small("right", -0.2, -1.6 * r, names_of[r + 1], faint) }
eval part(0, 2.8, 0, "add up", series_1) . part(3, 6.1, -1.6, narrow ? "scan" : "scan shares", series_4) . part(6.3, 8.4, -3.2, "hear", series_5)
eval part(10.7, 12.6, 0, "post", series_1) . part(8.9, 10.5, -4.8, "ask", series_5) . part(12.8, 16.3, -1.6, narrow ? "add, send" : "add and send", series_4)
set arrow from 8.65, 0.8 to 8.65, -5.6 nohead lc rgb series_2 lw 2
eval small("center", 8.65, 1.05, "barrier", series_2)
eval link(2.8, 0, 10.7, 0, series_1) . link(6.1, -1.6, 12.8, -1.6, series_4) . link(8.4, -3.2, 13.3, -2.15, series_5)
# The answer is heard in the next turn.
set arrow from 10.5, -4.8 to 15.9, -4.8 nohead lc rgb series_5 lw 1.4 dt (4,3)
eval small("right", 15.9, -5.6, narrow ? "until turn k + 1" : "heard in turn k + 1", series_5)
set arrow from 0, -6.7 to 16, -6.7 size screen 0.012,20 lc rgb faint lw 1
eval small("left", 0, -7.6, "turn k", faint) . small("right", 16, -7.6, "time", faint)
plot NaN
