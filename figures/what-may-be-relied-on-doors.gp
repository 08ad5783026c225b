# What an acquire and a release keep where it is: accesses may come in between the two, but not go out.
load "boxes.gp"
eval canvas(narrow ? 270 : 230, 0, 100, 0, 10)
set object rectangle from 34,0.5 to 66,8.6 behind fc rgb series_1 fs transparent solid 0.12 noborder
do for [x in "34 66"] { set arrow from x + 0, 0.5 to x + 0, 8.6 nohead lc rgb series_1 lw 3 }
eval say("center", 34, 9.3, "acquire", series_1) . say("center", 66, 9.3, "release", series_1)
small_print = narrow ? ",12" : ",14"
thing(x, y, words, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb 0x%06x lw 1.6; ", x - 10, y - 0.75, x + 10, y + 0.75, colour) . sprintf('set label "%s" at %g,%g center front tc rgb ink font small_print; ', words, x, y)
eval thing(14, 6.9, "before", series_4) . thing(86, 6.9, "after", series_4) . thing(50, 3.6, "inside", series_2)
# In: both are free to.
eval link(24.5, 6.9, 46, 6.9, series_4) . link(75.5, 6.9, 54, 6.9, series_4)
# Out: stopped at the line.
eval link(39.5, 3.6, 35.2, 3.6, series_2) . link(60.5, 3.6, 64.8, 3.6, series_2)
stop(x) = sprintf("set label '×' at %g,3.6 center front tc rgb 0x%06x font ',22'; ", x, series_2)
eval stop(30.5) . stop(69.5)
eval say("center", 14, 5.2, "may move in", series_4) . say("center", 86, 5.2, "may move in", series_4) . say("center", 50, 1.9, narrow ? "stays in" : "may not move out", series_2)
set arrow from 1, 0.5 to 99, 0.5 filled size screen 0.009,20 lc rgb faint lw 1.2
eval small("right", 99, 1.25, "program order", faint)
plot NaN
