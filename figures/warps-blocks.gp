# Three blocks cut into warps: 80 threads in a row, 32 times 4 threads, and 16 times 8.
load "boxes.gp"
width = narrow ? 380 : 560
eval canvas(265, 0, width, 0, 265)
array colours[4] = [series_1, series_2, series_4, series_5]

# A warp's part of a block; then the lines between `columns` times `rows` threads.
part(x, y, wide, high, warp) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs solid 0.6 noborder; ", x, y, x + wide, y - high, colours[warp + 1])
cut(x, y, columns, rows) = sprintf("do for [i=0:%d] { set arrow from %g + i * side,%g to %g + i * side,%g nohead front lc rgb paper lw 1.5 }; ", columns, x, y, x, y - rows * high) \
  . sprintf("do for [i=0:%d] { set arrow from %g,%g - i * high to %g,%g - i * high nohead front lc rgb paper lw 1.5 }", rows, x, y, x + columns * side, y)

side = narrow ? 3.8 : 5.7
left = (width - 96 * side) / 2
high = 16
top = 235
eval say("left", left, 254, "80 threads in a row", ink)
do for [w=0:2] {
  half = w < 2 ? 16 : 8
  middle = left + (32 * w + half) * side
  eval part(left + 32 * w * side, top, 2 * half * side, high, w)
  eval say("center", middle, top - 28, sprintf("warp %d", w), colours[w + 1])
  eval small("center", middle, top - 46, sprintf(narrow ? "%d–%d" : "threads %d–%d", 32 * w, 32 * w + 2 * half - 1), faint)
}
eval cut(left, top, 80, 1)
eval dotted(left + 80 * side, top - 1, left + 96 * side, top - high + 1, faint)
eval small("center", left + 88 * side, top - 28, "16 lanes", faint)
eval small("center", left + 88 * side, top - 46, "off", faint)

side = narrow ? 4.8 : 8
top = 134
eval say("left", left, 153, "32 × 4 threads", ink)
do for [w=0:3] {
  eval part(left, top - w * high, 32 * side, high, w)
  eval say("left", left + 32 * side + 7, top - (w + 0.5) * high, sprintf("warp %d", w), colours[w + 1])
}
eval cut(left, top, 32, 4)
# The second block has two rows per warp.
right = narrow ? 242 : 366
eval say("left", right, 153, "16 × 8 threads", ink)
do for [w=0:3] {
  eval part(right, top - 2 * w * high, 16 * side, 2 * high, w)
  eval say("left", right + 16 * side + 7, top - (2 * w + 1) * high, sprintf("warp %d", w), colours[w + 1])
}
eval cut(right, top, 16, 8)
eval link(left, top - 4 * high - 12, left + 50, top - 4 * high - 12, faint)
eval small("left", left + 58, top - 4 * high - 12, "x grows", faint)
plot NaN
