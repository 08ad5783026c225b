# A barrier's phases and their parities, and two waits: for the phase that is under way, and for the one before it.
load "boxes.gp"
step = narrow ? 1.5 : 1.1
eval canvas(narrow ? 390 : 300, narrow ? -2 : -37, 100, -0.3, 4 * step + 1.3)
name_at(y, words) = narrow ? say("left", -2, y + 0.6, words, faint) : say("right", -2, y, words, faint)
array ends[4] = [0, 20, 68, 100]
array phases[3] = ["never was", "phase 0", "phase 1"]
do for [p=1:3] {
  middle = (ends[p] + ends[p + 1]) / 2.0
  eval pale(ends[p], 4 * step - 0.1, ends[p + 1], 4 * step + 1.2, p == 2 ? series_1 : faint) . small("center", middle, 4 * step + 0.85, phases[p], p == 1 ? faint : ink) . small("center", middle, 4 * step + 0.25, sprintf("parity %d", p % 2), p == 1 ? faint : ink)
}
do for [x in "20 68"] { set arrow from x + 0, 4 * step - 0.1 to x + 0, -0.2 nohead lc rgb line lw 1 dt (3,3) back }
line_at(row) = step * (3 - row) + 0.3
do for [row=0:3] { set arrow from (narrow ? -2 : 0), line_at(row) to 99, line_at(row) filled size screen 0.009,20 lc rgb faint lw 1 back }
happens(x, row, to_x, words, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb 0x%06x lw 1.6; ", x, line_at(row) - 0.3, to_x, line_at(row) + 0.3, colour) . sprintf("set label '%s' at %g,%g center front tc rgb ink font ',12'; ", words, (x + to_x) / 2.0, line_at(row))
eval name_at(line_at(0), "a producer") . happens(24, 0, 38, "writes", series_2) . happens(39, 0, 53, "arrives", series_4)
eval name_at(line_at(1), "the last producer") . happens(35, 1, 49, "writes", series_2) . happens(54, 1, 68, "arrives", series_4)
eval name_at(line_at(2), "waits for parity 0") . happens(24, 2, 68.6, "waits", series_1) . happens(71, 2, 84, "reads", series_5)
eval name_at(line_at(3), "waits for parity 1") . happens(24, 3, 25.5, "", series_1) . happens(27.5, 3, 41, "reads", series_5)
eval small("left", 43, line_at(3) + 0.3, narrow ? "too early" : "before all have arrived", series_5)
eval link(68, line_at(1) - 0.3, 71.5, line_at(2) + 0.33, series_4)
plot NaN
