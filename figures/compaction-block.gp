# A block of three warps with four lanes each: flags, ranks in the warp, counts of the warps, and stores.
load "boxes.gp"
eval canvas(narrow ? 350 : 315, narrow ? -2.9 : -2.2, 12.6, -8.3, 1.6)
array flag[12] = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1]
array count[3] = [0, 0, 0]
array shade[3] = [series_1, series_2, series_4]
eval small("right", -0.2, 0, "flag", faint) . small("right", -0.2, -1.4, narrow ? "rank" : "rank in warp", faint) . small("right", -0.2, -3.3, "count", faint) . small("right", -0.2, -4.7, "before", faint) . small("right", -0.2, -7.7, "result", faint)
total = 0
do for [w=0:2] {
  at = w * 4.3
  eval small("center", at + 2, 1.1, sprintf("warp %d", w), shade[w + 1])
  before = total
  rank = 0
  do for [l=0:3] {
    x = at + l + 0.5
    kept = flag[4 * w + l + 1]
    eval (kept ? shaded(x, 0, "1", shade[w + 1]) : cell(x, 0, "0", line))
    if (kept) {
      eval say("center", x, -1.4, sprintf("%d", rank), shade[w + 1])
      eval link(x, -5.4, total + 2, -7.2, shade[w + 1])
      eval shaded(total + 2, -7.7, sprintf("%d", total), shade[w + 1])
      total = total + 1
      rank = rank + 1
    }
  }
  eval sprintf("set object rectangle from %g,-3.75 to %g,-2.85 front fc rgb paper fs solid border lc rgb faint; ", at + 1.5, at + 2.5) . say("center", at + 2, -3.3, sprintf("%d", rank), ink)
  eval sprintf("set object rectangle from %g,-5.15 to %g,-4.25 front fc rgb paper fs solid border lc rgb shade[%d]; ", at + 1.5, at + 2.5, w + 1) . say("center", at + 2, -4.7, sprintf("%d", before), shade[w + 1])
}
plot NaN
