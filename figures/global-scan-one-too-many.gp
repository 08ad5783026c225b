# Five blocks take tiles in turn, but only four have room: each of them waits for tile 4.
load "boxes.gp"
eval canvas(narrow ? 225 : 215, narrow ? -2.5 : -2.2, 10.2, -5.4, 1.2)
eval small("left", 0.1, 0.85, "first tile", faint) . small("left", 5.1, 0.85, "second tile", faint)
do for [b=0:4] {
  y = -0.95 * b
  stuck = b == 4
  eval small("right", -0.2, y, sprintf("block %d", b), stuck ? series_2 : ink)
  eval (stuck ? dotted(0.1, y - 0.36, 1.9, y + 0.36, series_2) : pale(0.1, y - 0.36, 1.9, y + 0.36, series_1))
  eval small("center", 1, y, sprintf("tile %d", b), stuck ? series_2 : ink)
  eval (stuck ? "" : box(5.1, y - 0.36, 6.9, y + 0.36, series_2))
  if (!stuck) {
    eval small("center", 6, y, sprintf("tile %d", b + 5), ink)
    eval small("left", 7.1, y, "waits", series_2)
    eval link(5.05, y - 0.05, 2.05, -3.8 + 0.12 * (1.5 - b), series_2)
  }
}
eval small("left", 2.1, -4.35, "", faint)
eval small("left", 0.1, -4.75, narrow ? "finds no room until another block ends" : "finds no room until one of the others ends", series_2)
plot NaN
