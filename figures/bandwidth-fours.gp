# The first 128 floats of an array: what one request of a warp asks for, with float and with float4.
load "boxes.gp"
width = narrow ? 380 : 560
eval canvas(256, 0, width, 0, 256)
left = narrow ? 6 : 10
sector = (width - 2 * left) / 16.
array tint[4] = [series_1, series_2, series_4, series_5]

# A row of sectors with its requests above: `floats` per thread.
memory(y) = sprintf("do for [s=0:15] { eval box(left + s * sector, %g, left + (s + 1) * sector, %g, faint) }", y, y - 26)
eval say("left", left, 242, "one float per thread: four requests", ink)
eval memory(188)
do for [w=0:3] {
  x = left + 4 * w * sector
  eval span(x + 3, 198, x + 4 * sector - 3, tint[w + 1])
  eval small("center", x + 2 * sector, 214, sprintf(narrow ? "warp %d" : "request of warp %d", w), tint[w + 1])
  do for [t=0:31] {
    set object rectangle from x + t * sector / 8 + 0.4, 184 to x + (t + 1) * sector / 8 - (narrow ? 0.6 : 1), 166 fc rgb tint[w + 1] fs solid 0.7 noborder
  }
}
eval say("left", left, 124, "one float4 per thread: one request", ink)
eval memory(74)
eval span(left + 3, 84, left + 16 * sector - 3, tint[1])
eval small("center", left + 8 * sector, 100, narrow ? "warp 0" : "request of warp 0", tint[1])
do for [t=0:31] {
  set object rectangle from left + t * sector / 2 + 1, 70 to left + (t + 1) * sector / 2 - 1, 52 fc rgb tint[1] fs solid 0.7 noborder
}
do for [y=0:1] {
  eval small("left", left, 148 - 114 * y, "thread 0", faint)
  eval small("right", left + (y ? 16 : 4) * sector, 148 - 114 * y, "31", faint)
}
eval span(left + 15 * sector + 1, 12, left + 16 * sector - 1, faint)
eval small("right", left + 15 * sector - 6, 12, "a sector, 32 bytes", faint)
plot NaN
