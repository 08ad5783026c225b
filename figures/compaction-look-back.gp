# A warp of four lanes looks back from tile 8: at tiles 7 to 4, and then at tiles 3 to 0.
load "boxes.gp"
eval canvas(narrow ? 300 : 280, narrow ? -2.9 : -2.2, 9.1, -6.6, 1.4)
array number[8] = [3, 4, 7, 2, 0, 4, 1, 2]
known = 3
left = narrow ? -2.85 : -2.15
eval small("left", left, 1, "tile", faint) . small("left", left, 0, "notice", faint) . small("left", left, -1.3, "lane", faint) . small("left", left, -2.3, narrow ? "known?" : "known?", faint) . small("left", left, -3.5, "added", faint)
do for [t=0:7] {
  is_known = t < known
  lane = 3 - t % 4
  added = t >= known - 1
  eval small("center", t + 0.5, 1, sprintf("%d", t), faint)
  eval shaded(t + 0.5, 0, sprintf("%d", number[t + 1]), is_known ? series_2 : series_1)
  eval small("center", t + 0.5, -1.3, sprintf("%d", lane), ink)
  eval small("center", t + 0.5, -2.3, sprintf("%d", is_known), is_known ? series_2 : faint)
  if (added) { eval cell(t + 0.5, -3.5, sprintf("%d", number[t + 1]), is_known ? series_2 : series_1) . link(t + 0.5, -3.95, t < 4 ? 3 : 6, -4.85, is_known ? series_2 : series_1) }
}
eval small("center", 8.5, 1, "8", faint) . cell(8.5, 0, "?", faint)
eval dotted(-0.03, -2.75, 3.97, -0.8, faint) . dotted(4.03, -2.75, 8.03, -0.8, faint)
eval small("center", 6, -5.3, "first look: 7", ink) . small("center", 3, -5.3, "second: 9", ink)
eval small("left", left, -6.3, "counts (aggregates)", series_1) . small("left", narrow ? 1.4 : 1.2, -6.3, "inclusive prefixes", series_2) . small("right", 9, -6.3, narrow ? "sum: 16" : "before tile 8: 7 + 9 = 16", ink)
plot NaN
