# What a block adds up to learn where its bucket goes: the sizes of the first partition's buckets before the one that its
# own came from, and of those from the same one before its own.
load "boxes.gp"
eval canvas(narrow ? 230 : 220, narrow ? -5.2 : -4.4, 32.6, -9.4, 1.4)
array first[4] = [8, 7, 9, 8]
array second[4] = [2, 3, 1, 3]
row(from, to, y, words, colour, strong) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs transparent solid %g border lc rgb 0x%06x lw 1.2; ", from, y - 0.5, to, y + 0.5, colour, strong, colour) . small("center", (from + to) / 2., y, words, ink)
eval small("right", -0.5, 0, "first", faint) . small("right", -0.5, -3.6, "second", faint) . small("right", -0.5, -7.6, "result", faint)
at_first = 0
do for [b=0:3] {
  eval row(at_first, at_first + first[b + 1], 0, sprintf("%d", first[b + 1]), b < 2 ? series_1 : b == 2 ? series_2 : faint, b < 2 ? 0.35 : 0.08)
  if (b == 2) { from = at_first }
  at_first = at_first + first[b + 1]
}
# The third bucket, drawn larger.
left = 5
wide = 24. / first[3]
set arrow from from, -0.5 to left, -3.1 nohead lc rgb series_2 lw 1
set arrow from from + first[3], -0.5 to left + 24, -3.1 nohead lc rgb series_2 lw 1
at_second = 0
do for [b=0:3] {
  eval row(left + at_second * wide, left + (at_second + second[b + 1]) * wide, -3.6, sprintf("%d", second[b + 1]), b < 2 ? series_4 : b == 2 ? series_2 : faint, b < 2 ? 0.35 : b == 2 ? 0.5 : 0.08)
  at_second = at_second + second[b + 1]
}
own = first[1] + first[2] + second[1] + second[2]
set object rectangle from 0, -8.1 to at_first, -7.1 fs empty border lc rgb line lw 1.2
eval row(0, first[1] + first[2], -7.6, sprintf("%d + %d", first[1], first[2]), series_1, 0.35)
eval row(first[1] + first[2], own, -7.6, narrow ? "2+3" : sprintf("%d + %d", second[1], second[2]), series_4, 0.35)
eval row(own, own + second[3], -7.6, "", series_2, 0.5)
eval link(left + (second[1] + second[2] + 0.5 * second[3]) * wide, -4.2, own + 0.5, -7.0, series_2)
eval small("center", own + 0.5, -8.8, sprintf("from %d on", own), series_2)
plot NaN
