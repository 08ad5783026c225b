# A seqlock's version in time, and three reads: one that begins at an odd version, one that is overtaken, one that counts.
load "boxes.gp"
eval canvas(narrow ? 330 : 290, narrow ? 0 : -17, 100.5, -0.8, 6.2)
array from_of[5] = [0, 22, 36, 70, 84]
array to_of[5] = [22, 36, 70, 84, 100]
do for [v=0:4] {
  odd = v % 2
  eval (odd ? pale(from_of[v + 1], 4.2, to_of[v + 1], 5, series_2) : box(from_of[v + 1], 4.2, to_of[v + 1], 5, faint)) . say("center", (from_of[v + 1] + to_of[v + 1]) / 2.0, 4.6, sprintf("%d", v), ink)
  if (odd) {
    eval say("center", (from_of[v + 1] + to_of[v + 1]) / 2.0, 5.65, "writes", series_2)
    set object rectangle from from_of[v + 1], -0.7 to to_of[v + 1], 4.2 behind fc rgb series_2 fs transparent solid 0.1 noborder
  }
}
eval narrow ? say("left", 0, 5.65, "version", faint) : say("right", -2, 4.6, "version", faint)
name_at(y, words) = narrow ? say("left", 0, y + 0.62, words, faint) : say("right", -2, y, words, faint)
looks(x, y, to_x, first, second, colour) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb 0x%06x lw 3; ", x, y, to_x, y, colour) \
  . sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb 0x%06x lw 1.6; ", x - 2.4, y - 0.32, x + 2.4, y + 0.32, colour) . say("center", x, y, first, ink) \
  . sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb 0x%06x lw 1.6; ", to_x - 2.4, y - 0.32, to_x + 2.4, y + 0.32, colour) . say("center", to_x, y, second, ink)
eval name_at(3.1, "reader 0") . looks(10, 3.1, 42, "0", "2", series_4) . small("left", 46, 3.1, narrow ? "changed" : "changed: again", series_4)
eval name_at(1.7, "reader 1") . looks(29, 1.7, 62, "1", "2", series_4) . small("left", 66, 1.7, narrow ? "odd" : "odd: again", series_4)
eval name_at(0.3, "reader 2") . looks(41, 0.3, 63, "2", "2", series_1) . small("left", 67, 0.3, narrow ? "taken" : "same and even: taken", series_1)
plot NaN
