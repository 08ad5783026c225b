# What comes before the share of a thread, in the last kernel: four numbers that block 1 of four adds up for its tile 9.
load "boxes.gp"
eval canvas(200, -0.2, 10.2, -6.3, 1.2)
zoom(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb 0x%06x lw 0.8 dt (2,3); ", x, y, to_x, to_y, faint)
part(x, to_x, y, words, colour, filled) = (filled ? pale(x + 0.05, y - 0.42, to_x - 0.05, y + 0.42, colour) : box(x + 0.05, y - 0.42, to_x - 0.05, y + 0.42, colour)) \
  . small("center", (x + to_x) / 2., y, words, ink)
eval part(0, 5, 0, "tiles 0 to 5", series_2, 1) . part(8, 10, 0, "tile 9", ink, 0)
do for [t=0:2] { eval part(5 + t, 6 + t, 0, sprintf(narrow ? "%d" : "tile %d", 6 + t), series_1, 1) . part(5. * t / 3, 5. * (t + 1) / 3, -2.6, sprintf("warp %d", t), series_3, 1) }
eval small("center", 9, 0.8, "its tile", ink) . small("center", 2.5, 0.8, "the carry", series_2) . small("center", 6.5, 0.8, "the window", series_1)
eval zoom(8.05, -0.45, 0.05, -2.15) . zoom(9.95, -0.45, 9.95, -2.15)
eval part(5, 7, -2.6, "warp 3", ink, 0) . part(7, 10, -2.6, narrow ? "…" : "warps 4 to 11", line, 0)
eval zoom(5.05, -3.05, 0.05, -4.75) . zoom(6.95, -3.05, 9.95, -4.75)
eval part(0, 5, -5.2, "lanes 0 to 4", series_5, 1) . part(5, 7, -5.2, "lane 5", ink, 1) . part(7, 10, -5.2, narrow ? "…" : "lanes 6 to 31", line, 0)
eval small("center", 6, -5.95, "its share", ink)
plot NaN
