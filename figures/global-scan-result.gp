# What lane 2 holds of its two vectors in the table, and what its results are made of once the prefix is known.
load "boxes.gp"
eval canvas(narrow ? 230 : 215, narrow ? -2.2 : -2.0, 14.2, -5.6, 1.6)
array before[2] = [9, 52]
array left[2] = [5, 9]
array right[2] = [14, 16]
eval small("center", 1.9, 1.1, narrow ? "prefix" : "prefix of the part", series_2) . small("center", 5.3, 1.1, "before[r]", series_4) . small("center", 9.0, 1.1, narrow ? "values" : "values[r]", series_1) . small("center", 12.9, 1.1, "results", ink)
do for [r=0:1] {
  do for [e=0:1] {
    y = -2.9 * r - 1.15 * e
    value = e ? right[r + 1] : left[r + 1]
    eval (e == 0 ? small("right", 0, y - 0.57, sprintf("row %d", r), faint) : "")
    eval dotted(0.4, y - 0.42, 3.4, y + 0.42, series_2) . say("center", 1.9, y, "p", series_2) . small("center", 3.75, y, "+", ink)
    eval pale(4.1, y - 0.42, 6.5, y + 0.42, series_4) . say("center", 5.3, y, sprintf("%d", before[r + 1]), ink) . small("center", 7.15, y, "+", ink)
    eval pale(7.8, y - 0.42, 10.2, y + 0.42, series_1) . say("center", 9.0, y, sprintf("%d", value), ink) . small("center", 10.9, y, "=", ink)
    eval say("left", 11.6, y, sprintf("p + %d", before[r + 1] + value), ink)
  }
}
plot NaN
