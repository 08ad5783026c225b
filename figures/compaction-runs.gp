# Twelve elements, where their runs begin, and the runs.
load "boxes.gp"
eval canvas(narrow ? 300 : 280, narrow ? -2.9 : -2.2, 12.1, -6.9, 1.4)
letters = "7 7 7 2 2 9 4 4 4 4 9 9"
eval small("right", -0.2, 1, "index", faint) . small("right", -0.2, 0, "x", faint) . small("right", -0.2, -1.2, "flag", faint) . small("right", -0.2, -3.6, "beginnings", faint) . small("right", -0.2, -5.2, "elements", faint) . small("right", -0.2, -6.4, "lengths", faint)
runs = 0
array begin[6]
do for [i=0:11] {
  begins = i == 0 || word(letters, i + 1) ne word(letters, i)
  eval small("center", i + 0.5, 1, sprintf("%d", i), faint)
  eval (begins ? shaded(i + 0.5, 0, word(letters, i + 1), series_1) : cell(i + 0.5, 0, word(letters, i + 1), line))
  eval say("center", i + 0.5, -1.2, begins ? "1" : "0", begins ? series_1 : faint)
  if (begins) {
    eval link(i + 0.5, -1.6, runs + 0.5, -3.15, series_1) . shaded(runs + 0.5, -3.6, sprintf("%d", i), series_1)
    runs = runs + 1
    begin[runs] = i
  }
}
do for [r=1:runs] {
  eval cell(r - 0.5, -5.2, word(letters, begin[r] + 1), faint) . cell(r - 0.5, -6.4, sprintf("%d", (r < runs ? begin[r + 1] : 12) - begin[r]), faint)
}
plot NaN
