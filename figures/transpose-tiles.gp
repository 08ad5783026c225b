# data: transpose-tile-trace transpose-padded-trace transpose-swizzled-trace
eval picture(250)

# The words of a tile that a warp writes (first row) and reads (second), of three tiles.
array written[96]
array read_[96]
do for [i=1:96] { written[i] = read_[i] = 0 }
tile = 0
shared(op) = strstrt(strcol("op"), op) == 1 && strstrt(strcol("op"), ".shared") > 0
see(word) = shared("st") ? (written[32 * tile + int(column("lane")) + 1] = word) \
  : shared("ld") ? (read_[32 * tile + int(column("lane")) + 1] = word) : 0
stats transpose_tile_trace using (see(column("address") / 4)) nooutput
tile = 1
stats transpose_padded_trace using (see(column("address") / 4)) nooutput
tile = 2
stats transpose_swizzled_trace using (see(column("address") / 4)) nooutput
unset datafile columnheaders

set margins at screen 0.02, screen 0.98, at screen 0.03, screen 0.86
unset border
unset tics
unset xlabel
between = 4.5
set xrange [-0.5:3 * 32 + 2 * between]
set yrange [33.5:-0.5]
array titles[3] = ["without padding", "with padding", "swizzled"]
do for [t=0:2] {
  left = t * (32 + between)
  set label titles[t + 1] at left + 16, screen 0.94 center
  set object rectangle from left, 0 to left + 32, (t == 1 ? 33 : 32) fs empty border lc rgb line
  do for [b=8:24:8] { set arrow from left + b, 0 to left + b, (t == 1 ? 33 : 32) nohead lc rgb line lw 0.6 back }
}
x_of(i, word) = int(i - 1) / 32 * (32 + between) + int(word) % 32 + 0.5
y_of(word) = int(word) / 32 + 0.5
plot written using (x_of($1, written[$1])):(y_of(written[$1])) with points pt 4 ps 0.45 lc rgb series_2, \
  read_ using (x_of($1, read_[$1])):(y_of(read_[$1])) with points pt 7 ps 0.4 lc rgb series_1
