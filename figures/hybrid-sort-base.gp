# A tile of twelve keys in the order of their buckets, and where they go: to the room that the block has reserved.
load "boxes.gp"
eval canvas(narrow ? 250 : 240, narrow ? -4.6 : -3.5, 24.2, -7.2, 1.7)
array count[3] = [5, 3, 4]
array ends[3] = [2, 4, 1]
array shade[3] = [series_1, series_2, series_4]
room = 8
eval small("right", -0.5, 0, "ordered", faint) . small("right", -0.5, -4, "buckets", faint) . small("right", -0.5, -6.4, "base", faint)
slot(x, y, wide, colour, strong) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs transparent solid %g border lc rgb 0x%06x lw 1; ", x + 0.06, y - 0.45, x + wide - 0.06, y + 0.45, colour, strong, colour)
start = 0
do for [b=0:2] {
  do for [k=0:room-1] { eval slot(room * b + k + 0.1, -4, 0.95, k < ends[b + 1] ? faint : line, k < ends[b + 1] ? 0.45 : 0) }
  do for [k=0:count[b + 1]-1] {
    eval slot(2 * (start + k), 0, 2, shade[b + 1], 0.2) . small("center", 2 * (start + k) + 1, 0, sprintf("%d", start + k), ink)
    eval slot(room * b + ends[b + 1] + k + 0.1, -4, 0.95, shade[b + 1], 0.6)
  }
  middle = room * b + ends[b + 1] + 0.5 * count[b + 1] + 0.1
  eval link(2 * start + count[b + 1], -0.6, middle, -3.4, shade[b + 1])
  eval small("center", room * b + 4, -5.2, sprintf("bucket %d", b), shade[b + 1])
  eval small("center", room * b + 4, -6.4, sprintf("%d + %d − %d = %d", room * b, ends[b + 1], start, room * b + ends[b + 1] - start), ink)
  start = start + count[b + 1]
}
eval small("left", 0, 1.2, "index j in the tile", faint)
plot NaN
