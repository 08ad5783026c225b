# The sum over a block of 16 threads, in warps of four lanes: within each warp, then over the warps' sums.
load "boxes.gp"
eval canvas(narrow ? 340 : 290, narrow ? -0.7 : -6.3, 17.2, -0.8, narrow ? 9.9 : 7.6)
array values[16] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]
x(warp, lane) = 4.5 * warp + lane
middle(warp) = x(warp, 1.5)
row = narrow ? 6.7 : 6.6
sums = row - 2.2
firsts = sums - 2.4
array warp_sums[4]
total = 0
do for [w=0:3] {
  warp_sums[w + 1] = sum [l=1:4] values[4 * w + l]
  total = total + warp_sums[w + 1]
  eval say("center", middle(w), row + 0.8, sprintf("warp %d", w), faint)
  do for [l=0:3] { eval shaded(x(w, l), row, sprintf("%d", values[4 * w + l + 1]), series_1) . link(x(w, l), row - 0.42, middle(w) + 0.2 * (l - 1.5), sums + 0.44, series_1) }
  eval shaded(middle(w), sums, sprintf("%d", warp_sums[w + 1]), series_4) . shaded(x(0, w), firsts, sprintf("%d", warp_sums[w + 1]), series_1)
  eval link(middle(w), sums - 0.42, x(0, w), firsts + 0.44, series_4) . link(x(0, w), firsts - 0.42, middle(0) + 0.2 * (w - 1.5), 0.44, series_1)
}
eval shaded(middle(0), 0, sprintf("%d", total), series_1)
barrier = sums - 0.95
set arrow from -0.6, barrier to 17.1, barrier nohead lc rgb series_2 lw 1.6 dt (6,4) back
eval say("right", 17.1, barrier - 0.42, "barrier", series_2)
if (narrow) {
  eval say("left", -0.5, 9.4, "each warp adds up its values,", faint) . say("left", -0.5, 8.6, "and leaves the sum in shared memory", faint)
  eval say("left", 3.9, firsts, "the first warp reads them,", faint) . say("left", 3.9, firsts - 1.1, "and adds them up", faint)
  eval say("left", 3.9, 0, "the block's sum", faint)
} else {
  eval say("right", -0.8, row, "one per thread", faint) . say("right", -0.8, row - 1.1, "each warp adds up", faint)
  eval say("right", -0.8, sums, "in shared memory", faint) . say("left", 3.9, firsts, "the first warp reads them,", faint)
  eval say("left", 3.9, firsts - 1.1, "and adds them up", faint) . say("left", 3.9, 0, "the block's sum, in thread 0", faint)
}
plot NaN
