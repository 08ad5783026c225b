# Block b of two GPUs goes through `posted`; below, the places in GPU 1's room for what GPU 0 writes.
load "time-lines.gp"
eval time_lines(4.2, 7.7)
set yrange [-0.35:3.95]
eval time_line(3.2, "block b of GPU 0", 7.7) . time_line(2.05, "block b of GPU 1", 7.7)
below(x, y, words) = sprintf('set label "%s" at first %g,%g center front tc rgb ink font ",12"; ', words, x, y)
does(x, y, what, tile, colour) = narrow ? event_of(x, y, "", colour, 0.5) . below(x, y + 0.09, what) . below(x, y - 0.12, tile) \
  : event_of(x, y, what . " " . tile, colour, 0.5)
write(x, y, tile) = does(x + 0.5, y, "write", tile, "series_1")
add(x, y, tile) = does(x + 0.5, y, "add", tile, "series_4")
wait(x, y) = event_of(x + 0.28, y, "wait", "series_6", 0.28)
eval write(0, 3.2, "0") . write(1.06, 3.2, "1") . wait(2.12, 3.2) . add(2.74, 3.2, "0")
eval write(3.8, 3.2, "2") . wait(4.86, 3.2) . add(5.48, 3.2, "1") . write(6.54, 3.2, "3")
eval write(0.9, 2.05, "0") . write(1.96, 2.05, "1") . wait(3.02, 2.05) . add(3.64, 2.05, "0")
eval write(4.7, 2.05, "2") . wait(5.76, 2.05) . add(6.38, 2.05, "1")
eval passes(1.0, 3.2, 3.1, 2.05) . passes(3.74, 3.2, 5.84, 2.05) . passes(1.9, 2.05, 2.3, 3.2) . passes(4.64, 2.05, 5.04, 3.2)
# The places, each with the tile that it holds.
place(y) = sprintf("set arrow from -0.1,%g to 7.7,%g nohead lc rgb faint lw 0.6 back; ", y, y)
tile(x, to, y, words) = sprintf("set object rectangle from %g,%g to %g,%g front lw 1.6 fc rgb paper fs solid border lc rgb series_2; ", x, y - 0.17, to, y + 0.17) \
  . sprintf('set label "%s" at first %g,%g center front tc rgb ink font ",%d"; ', words, (x + to) / 2.0, y, narrow ? 12 : 14)
set label "slots for what GPU 0 writes to GPU 1" at first -0.1,1.3 left tc rgb faint
eval place(0.95) . place(0.5) . place(0.05)
eval tile(0, 4.64, 0.95, "tile 0") . tile(6.54, 7.7, 0.95, "tile 3")
eval tile(1.06, 7.38, 0.5, "tile 1") . tile(3.8, 7.7, 0.05, "tile 2")
plot NaN
