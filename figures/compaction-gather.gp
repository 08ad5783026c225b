# A warp of four lanes compacts its share of twelve elements in place: each lane counts its own three.
load "boxes.gp"
eval canvas(narrow ? 320 : 300, narrow ? -2.7 : -2.1, 12.5, -6.4, 1.5)
array kept[12] = [0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0]
array shade[4] = [series_1, series_2, series_4, series_5]
eval small("right", -0.2, 0, "share", faint) . small("right", -0.2, -1.5, "keeps", faint) . small("right", -0.2, -2.9, "before", faint) . small("right", -0.2, -5.8, "share", faint)
place = 0
do for [l=0:3] {
  at = 3.1 * l
  eval small("center", at + 1.5, 1.1, sprintf("lane %d", l), shade[l + 1])
  before = place
  do for [e=0:2] {
    x = at + e + 0.5
    eval (kept[3 * l + e + 1] ? shaded(x, 0, sprintf("%c", 97 + 3 * l + e), shade[l + 1]) : cell(x, 0, sprintf("%c", 97 + 3 * l + e), line))
    if (kept[3 * l + e + 1]) {
      eval link(x, -3.6, place + 0.5, -5.35, shade[l + 1]) . shaded(place + 0.5, -5.8, sprintf("%c", 97 + 3 * l + e), shade[l + 1])
      place = place + 1
    }
  }
  do for [k=0:1] {
    y = k ? -2.9 : -1.5
    eval sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb %s; ", at + 1.05, y - 0.45, at + 1.95, y + 0.45, k ? sprintf("shade[%d]", l + 1) : "line") \
      . say("center", at + 1.5, y, sprintf("%d", k ? before : place - before), k ? shade[l + 1] : ink)
  }
}
do for [x=place:11] { eval cell(x + 0.5, -5.8, "", line) }
plot NaN
