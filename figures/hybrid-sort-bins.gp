# Twelve keys of a bucket go to bins of five values each, and are sorted within the bins.
load "boxes.gp"
# Without heads: all lead down, and the page has little room.
link(x, y, to_x, to_y, colour) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb 0x%06x lw 1.4 front; ", x, y, to_x, to_y, colour)
eval canvas(narrow ? 370 : 340, narrow ? -2.4 : -1.9, 12.1, -8.8, 1)
array key[12] = [33, 7, 48, 24, 59, 13, 31, 4, 37, 50, 22, 8]
array count[12]
array next[12]
do for [b=1:12] { count[b] = 0 }
do for [i=1:12] { count[key[i] / 5 + 1] = count[key[i] / 5 + 1] + 1 }
sum = 0
do for [b=1:12] {
  next[b] = sum
  sum = sum + count[b]
}
eval small("right", -0.15, 0, "keys", faint) . small("right", -0.15, -2.4, "bins", faint) . small("right", -0.15, -5, narrow ? "by bin" : "by bin", faint) . small("right", -0.15, -7.8, "sorted", faint)
array shade[3] = [series_1, series_4, series_5]
do for [i=1:12] {
  b = key[i] / 5
  to = next[b + 1]
  next[b + 1] = to + 1
  rank = 0
  do for [j=1:12] { rank = rank + (key[j] < key[i]) }
  colour = count[b + 1] > 1 ? series_2 : series_6
  eval cell(i - 0.5, 0, sprintf("%d", key[i]), colour) . link(i - 0.5, -0.45, b + 0.5, -1.9, colour) . link(b + 0.5, -2.9, to + 0.5, -4.55, colour)
  eval shaded(to + 0.5, -5, sprintf("%d", key[i]), colour) . link(to + 0.5, -5.45, rank + 0.5, -7.35, colour) . shaded(rank + 0.5, -7.8, sprintf("%d", key[i]), colour)
}
do for [b=0:11] {
  set object rectangle from b + 0.1, -2.85 to b + 0.9, -1.95 front fc rgb paper fs solid border lc rgb (count[b + 1] > 1 ? series_2 : line)
  eval small("center", b + 0.5, -2.4, sprintf("%d", count[b + 1]), count[b + 1] > 1 ? series_2 : faint)
}
plot NaN
