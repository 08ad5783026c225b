# A tile of two warps with four keys each: the warps' counts, where they begin, ranks, and the tile in order.
load "boxes.gp"
eval canvas(narrow ? 330 : 310, narrow ? -2 : -1.6, 9.4, -8.9, 1.3)
array digit[8] = [2, 0, 2, 0, 1, 2, 0, 2]
array shade[3] = [series_4, series_1, series_2]
array count[6] = [0, 0, 0, 0, 0, 0]
array start[6]
array rank[8]
at(i) = i + 0.6 + (i > 3 ? 0.8 : 0)
do for [i=0:7] {
  k = 3 * (i / 4) + digit[i + 1] + 1
  rank[i + 1] = count[k]
  count[k] = count[k] + 1
}
sum = 0
do for [d=0:2] { do for [w=0:1] { start[3 * w + d + 1] = sum; sum = sum + count[3 * w + d + 1] } }
# Counts on the left, starts on the right: a row for each warp, a column for each digit.
eval small("center", 1.6, 1, "counts", ink) . small("center", 7.4, 1, "starts", ink) . small("center", 4.5, 0, narrow ? "scan" : "sums before", faint) . link(3.4, -0.5, 5.6, -0.5, ink)
do for [w=0:1] {
  eval small("right", 0, -w, sprintf("warp %d", w), faint) . small("center", at(4 * w) + 1.5, -2.4, sprintf("warp %d", w), faint)
  do for [d=0:2] { eval shaded(0.6 + d, -w, sprintf("%d", count[3 * w + d + 1]), shade[d + 1]) . shaded(6.4 + d, -w, sprintf("%d", start[3 * w + d + 1]), shade[d + 1]) }
}
eval small("right", 0, -3.3, "digits", faint) . small("right", 0, -4.2, "ranks", faint) . small("right", 0, -7.5, narrow ? "order" : "in order", faint)
do for [i=0:7] {
  d = digit[i + 1]
  to = start[3 * (i / 4) + d + 1] + rank[i + 1]
  eval shaded(at(i), -3.3, sprintf("%d", d), shade[d + 1]) . small("center", at(i), -4.2, sprintf("%d", rank[i + 1]), shade[d + 1])
  eval link(at(i), -4.6, to + 1, -7.05, shade[d + 1]) . shaded(to + 1, -7.5, sprintf("%d", d), shade[d + 1]) . small("center", to + 1, -8.4, sprintf("%d", to), faint)
}
plot NaN
