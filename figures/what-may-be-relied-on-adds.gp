# Eight warps add 1 without an atomic, one after the other: all lanes of a warp read the same sum.
load "boxes.gp"
eval canvas(narrow ? 220 : 190, -0.62, 8.62, -0.9, 3.6)
do for [s=0:8] {
  set object rectangle from s - 0.3, -0.35 to s + 0.3, 0.35 front fc rgb paper fs solid border lc rgb series_4 lw 1.6
  set label sprintf("%d", s) at s, 0 center front tc rgb ink
}
do for [w=0:7] {
  # 32 lanes, in eight rows of four.
  do for [l=0:31] {
    x = w + 0.5 + 0.15 * (l % 4 - 1.5)
    y = 1.3 + 0.2 * (l / 4)
    set object rectangle from x - 0.06, y - 0.075 to x + 0.06, y + 0.075 fc rgb (w / 2 % 2 ? series_5 : series_2) fs solid 0.6 noborder
  }
  eval link(w + 0.08, 0.38, w + 0.32, 1.12, faint) . link(w + 0.68, 1.12, w + 0.92, 0.38, series_1)
}
do for [b=0:3] { set label sprintf("block %d", b) at 2 * b + 1, 3.2 center tc rgb (b % 2 ? series_5 : series_2) }
eval small("right", 8.6, -0.72, "the sum", series_4)
plot NaN
