# Which warps of a block of 256 threads have work in which round of its tree, and where they meet at a barrier: with
# one for the whole block after each round, and with the last rounds left to the first warp.
load "boxes.gp"
array distances[9] = [0, 128, 64, 32, 16, 8, 4, 2, 1]
apart = 9.6
eval canvas(narrow ? 310 : 300, narrow ? -3.3 : -2.6, apart + 8.1, -11.1, 2.3)
eval small("right", -0.3, 1.6, "warp", faint)
do for [p=0:1] {
  eval say("center", p * apart + 4, -10.6, p ? "the first warp alone" : "the whole block", ink)
  do for [w=0:7] { eval small("center", p * apart + w + 0.5, 1.6, sprintf("%d", w), faint) }
  do for [r=0:8] {
    y = 0.5 - 1.15 * r
    if (p == 0) { eval small("right", -0.3, y, r ? sprintf("%d", distances[r + 1]) : "load", faint) }
    lanes = r ? distances[r + 1] : 256
    # In the rounds of the first warp all of its lanes add, though not all sums are needed.
    alone = p && lanes <= 32
    lanes = alone ? 32 : lanes
    do for [w=0:(alone ? 0 : 7)] {
      eval box(p * apart + w + 0.08, y - 0.36, p * apart + w + 0.92, y + 0.36, line)
      share = lanes - 32 * w < 32 ? (lanes - 32 * w) / 32. : 1
      if (share > 0) {
        set object rectangle from p * apart + w + 0.08, y - 0.36 to p * apart + w + 0.08 + 0.84 * share, y + 0.36 fc rgb series_1 fs solid noborder
      }
    }
    if (!p || lanes > 32) { set arrow from p * apart, y - 0.575 to p * apart + 8, y - 0.575 nohead lc rgb series_2 lw 2 }
  }
}
plot NaN
