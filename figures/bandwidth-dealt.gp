# How 24 elements are dealt out to four cores of a CPU and to eight threads of a GPU.
load "boxes.gp"
width = narrow ? 380 : 560
eval canvas(190, 0, width, 0, 190)
left = narrow ? 6 : 8
side = (width - 2 * left) / 24.
element(i, y, who, colour) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs solid %g border lc rgb 0x%06x lw 1; ", left + i * side + 1, y, left + (i + 1) * side - 1, y - 26, colour, shade, colour) \
  . small("center", left + (i + 0.5) * side, y - 13, sprintf("%d", who), ink)
eval say("left", left, 176, narrow ? "CPU: four cores, a piece each" : "CPU: four cores, each with a piece of its own", ink)
eval say("left", left, 82, narrow ? "GPU: eight threads, in strides" : "GPU: eight threads, in a grid-stride loop", ink)
do for [i=0:23] {
  shade = i % 6 == 0 ? 0.55 : 0.0
  eval element(i, 156, i / 6, series_1)
  shade = i < 8 ? 0.55 : 0.0
  eval element(i, 62, i % 8, series_2)
}
do for [k=0:3] { eval link(left + 6 * k * side + 4, 118, left + 6 * (k + 1) * side - 6, 118, series_1) }
do for [k=0:2] {
  eval span(left + 8 * k * side + 3, 24, left + 8 * (k + 1) * side - 3, series_2)
  eval small("center", left + (8 * k + 4) * side, 10, sprintf("%s pass", word("first second third", k + 1)), series_2)
}
plot NaN
