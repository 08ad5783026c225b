# Eight lanes find the peers of lane 4, whose digit is 2, by a ballot for each of two bits.
load "boxes.gp"
eval canvas(narrow ? 300 : 280, narrow ? -4.4 : -4.3, 8.1, -6.6, 1.4)
array digit[8] = [2, 0, 1, 0, 2, 1, 0, 2]
eval small("right", -0.2, 0.9, "lane", faint) . small("right", -0.2, 0, "digit", faint) . small("right", -0.2, -1.4, "bit 0", faint) . small("right", -0.2, -2.4, narrow ? "inverted" : "lane 4 has 0: inverted", series_4)
eval small("right", -0.2, -3.6, "bit 1", faint) . small("right", -0.2, -4.6, narrow ? "as it is" : "lane 4 has 1: as it is", series_4) . small("right", -0.2, -6, narrow ? "both" : "both: peers of lane 4", series_1)
do for [l=0:7] {
  x = l + 0.5
  low = digit[l + 1] % 2
  high = digit[l + 1] / 2
  eval say("center", x, 0.9, sprintf("%d", l), l == 4 ? series_1 : faint) . (l == 4 ? shaded(x, 0, sprintf("%d", digit[l + 1]), series_1) : cell(x, 0, sprintf("%d", digit[l + 1]), line))
  eval say("center", x, -1.4, sprintf("%d", low), ink) . say("center", x, -2.4, sprintf("%d", 1 - low), series_4)
  eval say("center", x, -3.6, sprintf("%d", high), ink) . say("center", x, -4.6, sprintf("%d", high), series_4)
  eval (high && !low ? shaded(x, -6, "1", series_1) : cell(x, -6, "0", line))
}
set arrow 900 from 4, -6.5 to 4, -5.5 nohead lc rgb series_2 lw 2.4 front
eval small("left", -0.1, -5.3, "before: its rank", series_2)
plot NaN
