# What one lane's release passes on, with and without a barrier of the warp before it.
load "boxes.gp"
eval canvas(narrow ? 470 : 420, narrow ? -3 : -18, 100, -0.7, 13.7)
happens(x, y, to_x, words, colour) = sprintf("set object rectangle from %g,%g to %g,%g front fc rgb paper fs solid border lc rgb 0x%06x lw 1.6; ", x, y - 0.36, to_x, y + 0.36, colour) . sprintf("set label '%s' at %g,%g center front tc rgb ink font ',12'; ", words, (x + to_x) / 2.0, y)
left = narrow ? 14 : 0
passed(x, y, to_x, to_y) = sprintf("set object rectangle from %g,%g to %g,%g behind fc rgb series_1 fs transparent solid 0.22 noborder; ", x, y, to_x, to_y)
do for [panel=0:1] {
  base = panel ? 0 : 7.2
  do for [l=0:3] {
    y = base + 5 - l
    set arrow from left, y to 99, y filled size screen 0.009,20 lc rgb faint lw 1 back
    eval say("right", left - 1.5, y, sprintf("lane %d", l), faint)
    eval happens(left + 4 + 5 * (l % 3), y, left + 18 + 5 * (l % 3), "writes", series_2)
  }
  set arrow from left, base + 0.4 to 99, base + 0.4 filled size screen 0.009,20 lc rgb faint lw 1 back
  eval say("right", left - 1.5, base + 0.4, "block 1", faint)
  if (!panel) {
    set object rectangle from 45, base + 1.6 to 47, base + 5.4 front fc rgb series_4 fs solid noborder
    set label "__syncwarp()" at 46, base + 5.95 center noenhanced tc rgb series_4 font ",12"
    eval passed(left, base + 1.5, 45, base + 5.5) . passed(45, base + 4.5, 60, base + 5.5)
  } else {
    eval passed(left, base + 4.5, 60, base + 5.5)
  }
  eval happens(52, base + 5, 67, "release", series_1) . happens(63, base + 0.4, 78, "acquire", series_1) . link(62, base + 4.6, 69, base + 0.85, series_1)
  eval happens(82, base + 0.4, 97, panel ? (narrow ? "…?" : "reads …?") : "reads", series_5)
}
plot NaN
