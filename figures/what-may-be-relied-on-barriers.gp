# How far three barriers reach: threads as lines in time, and each barrier as a bar across the lines that it concerns.
load "boxes.gp"
eval canvas(narrow ? 380 : 330, narrow ? -23 : -25, 100, 0, 16.4)

# Two blocks, each of two warps, and three threads of each warp stand for all; line l, from 0 at the top.
height(l) = 13.6 - l - (l / 3) * 0.35 - (l / 6) * 0.75
do for [l=0:11] {
  set arrow from -3, height(l) to 99, height(l) filled size screen 0.009,20 lc rgb faint lw 1
}
do for [w=0:3] {
  set label sprintf("warp %d", w % 2) at -4.5, height(3 * w + 1) right tc rgb faint font ",12"
}
do for [b=0:1] {
  set label sprintf("block %d", b) at (narrow ? -23 : -25), height(6 * b) + 0.95 left tc rgb ink
}
bar(x, from, to, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb 0x%06x fs solid noborder; ", x - 0.9, height(from) + 0.35, x + 0.9, height(to) - 0.35, colour)
named(x, words, colour, row) = sprintf("set label '%s' at %g,%g center noenhanced tc rgb 0x%06x font ',%d'; ", words, x, 14.6 + row, colour, narrow ? 12 : 14)
eval bar(22, 0, 2, series_2) . named(22, "__syncwarp()", series_2, 0)
eval bar(54, 0, 5, series_4) . named(54, "__syncthreads()", series_4, narrow ? 1 : 0)
eval bar(85, 0, 11, series_1) . named(85, "grid.sync()", series_1, 0)

# A write is a dot, a read a ring.
wrote(x, l) = sprintf("set object circle at %g,%g size 1 front fc rgb ink fs solid noborder; ", x, height(l))
reads(x, l) = sprintf("set object circle at %g,%g size 1 front fc rgb paper fs solid border lc rgb ink lw 1.6; ", x, height(l))
ordered(x, l, to_x, to_l, colour) = link(x + 1, height(l), to_x - 1, height(to_l), colour)
loose(x, l, to_x, to_l) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb faint lw 1.6 dt (3,3) front; ", x + 1, height(l), to_x - 1, height(to_l))
eval wrote(10, 2) . reads(33, 0) . ordered(10, 2, 33, 0, series_2)
eval wrote(10, 4) . reads(33, 2) . loose(10, 4, 33, 2) . say("center", 25.5, (height(3) + height(2)) / 2 - 0.35, "?", faint)
eval wrote(43, 4) . reads(65, 1) . ordered(43, 4, 65, 1, series_4)
eval wrote(43, 7) . reads(65, 5) . loose(43, 7, 65, 5) . say("center", 58.5, height(6) + 0.3, "?", faint)
eval wrote(74, 10) . reads(95, 3) . ordered(74, 10, 95, 3, series_1)
plot NaN
