# Which of the five launches have something to do, in four cases.
load "boxes.gp"
eval canvas(narrow ? 300 : 270, narrow ? -6 : -4.6, 10.3, -6.5, 1.4)
names = narrow ? "sample first second finish last" : "sample partition partition finish last"
array titles[4] = ["spread evenly", "few values", narrow ? "crowded, seen" : "crowded, and seen", narrow ? "crowded, unseen" : "crowded, not seen"]
array works[4] = ["11110", "10001", "10001", "11201"]
array ends[4] = ["", "counts", "passes", "passes"]
do for [k=0:4] { eval small("center", 2 * k + 1, 1, word(names, k + 1), faint) }
do for [c=0:3] {
  y = -1.45 * c - 0.1
  eval say("right", -0.25, y, titles[c + 1], ink)
  do for [k=0:4] {
    does = substr(works[c + 1], k + 1, k + 1)
    x = 2 * k + 1
    eval (does eq "1" ? pale(x - (k == 4 ? 0.9 : 0.8), y - 0.48, x + (k == 4 ? 1.2 : 0.8), y + 0.48, k == 4 ? series_3 : series_1) : does eq "2" ? pale(x - 0.8, y - 0.48, x + 0.8, y + 0.48, series_2) : dotted(x - 0.8, y - 0.48, x + 0.8, y + 0.48, line))
    eval small("center", k == 4 ? x + 0.15 : x, y, does eq "2" ? "fails" : k == 4 ? ends[c + 1] : "", does eq "2" ? series_2 : series_3)
    if (k < 4) { eval link(x + 0.83, y, x + 1.17, y, faint) }
  }
}
eval dotted(0.2, -6.3, 1.2, -5.6, line) . small("left", 1.4, -5.95, narrow ? "ends at once" : "sees that it has nothing to do, and ends", faint)
plot NaN
