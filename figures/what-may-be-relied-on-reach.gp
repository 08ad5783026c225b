# Two fences and the threads that they reach: both have to reach the other thread.
load "boxes.gp"
eval canvas(narrow ? 430 : 400, 0, 100, -0.5, 16.5)
dot(x, y, colour) = sprintf("set object circle at %g,%g size 1.3 front fc rgb 0x%06x fs solid noborder; ", x, y, colour)
array one[3] = [24, 24, 20]
array two[3] = [76, 76, 31]
array says_of[3] = ["both reach the other thread: ordered", narrow ? "the acquiring side does not: nothing" : "the acquiring side does not: nothing is ordered", narrow ? "one block, both reach it: ordered" : "within a block the narrow fence reaches: ordered"]
do for [row=0:2] {
  y = 13.2 - 5.6 * row
  eval box(2, y - 1.9, 48, y + 1.9, faint) . box(52, y - 1.9, 98, y + 1.9, faint)
  eval small("left", 3.2, y + 1.35, "block 0", faint) . small("left", 53.2, y + 1.35, "block 1", faint)
  # What the releasing side reaches, and the acquiring side.
  eval pale(6, y - 0.1, row == 2 ? 45 : 94, y + 0.9, series_2) . pale(row == 1 ? 56 : 6, y - 1.5, row == 2 ? 45 : 94, y - 0.5, series_1)
  eval dot(one[row + 1], y + 0.4, series_2) . dot(two[row + 1], y - 1, series_1)
  if (row == 1) {
    set arrow from one[2] + 1.4, y + 0.25 to two[2] - 1.4, y - 0.85 nohead lc rgb faint lw 1.6 dt (3,3) front
  } else {
    eval link(one[row + 1] + 1.4, y + 0.25, two[row + 1] - 1.4, y - 0.85, ink)
  }
  eval say("left", 2, y + 2.6, says_of[row + 1], ink)
}
plot NaN
