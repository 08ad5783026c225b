# Three threads with four keys each: keys in the order of their bins, sorted by each thread, and merged across the seams.
load "boxes.gp"
eval canvas(narrow ? 240 : 230, narrow ? -2.4 : -1.9, 12.7, -6.2, 1.2)
array row_0[12] = [2, 1, 4, 7, 6, 5, 9, 8, 12, 15, 13, 14]
array row_1[12]
array row_2[12]
do for [i=1:12] { row_1[i] = row_0[i] }
do for [t=0:2] { do for [round=1:3] { do for [i=4*t+1:4*t+3] { if (row_1[i] > row_1[i + 1]) { held = row_1[i]; row_1[i] = row_1[i + 1]; row_1[i + 1] = held } } } }
do for [i=1:12] { row_2[i] = row_1[i] }
do for [t=0:1] { do for [round=1:3] { do for [i=4*t+3:4*t+5] { if (row_2[i] > row_2[i + 1]) { held = row_2[i]; row_2[i] = row_2[i + 1]; row_2[i + 1] = held } } } }
# The two bins of three keys.
shade(key) = key >= 5 && key <= 7 ? series_2 : key >= 13 ? series_1 : faint
x_of(i) = i + 0.5 + 0.3 * (i / 4)
key_at(i, y, key) = key >= 5 && key <= 7 || key >= 13 ? shaded(x_of(i), y, sprintf("%d", key), shade(key)) : cell(x_of(i), y, sprintf("%d", key), line)
brace(from, to, y, colour) = sprintf("set arrow from %g,%g to %g,%g heads size screen 0.009,20 lc rgb 0x%06x lw 1.4; ", x_of(from) - 0.4, y, x_of(to) + 0.4, y, colour)
array steps[3] = ["by bin", "sorted", "merged"]
do for [r=0:2] { eval small("right", -0.2, -2.8 * r, steps[r + 1], faint) }
do for [i=0:11] { eval key_at(i, 0, row_0[i + 1]) . key_at(i, -2.8, row_1[i + 1]) . key_at(i, -5.6, row_2[i + 1]) }
do for [t=0:2] {
  eval small("center", (x_of(4 * t) + x_of(4 * t + 3)) / 2., 0.85, sprintf("thread %d", t), faint) . brace(4 * t, 4 * t + 3, -0.85, series_4) . small("center", (x_of(4 * t) + x_of(4 * t + 3)) / 2., -1.5, "sort", series_4)
  last = t < 2 ? 4 * t + 5 : 11
  eval brace(4 * t + 2, last, -3.65, series_4) . small("center", (x_of(4 * t + 2) + x_of(last)) / 2., -4.3, "merge", series_4)
}
plot NaN
