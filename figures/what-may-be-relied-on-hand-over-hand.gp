# Two blocks follow each other down a list: which holds which node, in time.
load "boxes.gp"
eval canvas(narrow ? 300 : 290, -1.6, 8.2, -0.9, 5.3)
node(i) = 4.6 - i
do for [i=0:4] {
  eval say("right", -0.25, node(i), sprintf("node %d", i), faint)
  set arrow from -0.1, node(i) - 0.5 to 8.1, node(i) - 0.5 nohead lc rgb line lw 0.8 back
}
holds(x, i, to_x, words, colour) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs transparent solid 0.25 border lc rgb 0x%06x lw 1.4; ", x, node(i) - 0.33, to_x, node(i) + 0.33, colour, colour) . (strlen(words) ? say("center", (x + to_x) / 2.0, node(i), words, ink) : "")
do for [i=0:4] {
  eval holds(i, i, i + 1.35, narrow ? "0" : "block 0", series_2)
  eval holds(i + 1.75, i, i + 3.1, narrow ? "1" : "block 1", series_5)
  eval link(i + 1.35 + 0.02, node(i), i + 1.75, node(i), series_1)
}
set arrow from -0.1, -0.45 to 8.1, -0.45 filled size screen 0.009,20 lc rgb faint lw 1.2
eval small("right", 8.1, -0.78, "time", faint)
plot NaN
