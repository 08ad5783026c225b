# What a warp of eight lanes touches in matrices of 8 times 8 elements, with sectors of four: by the kernel that reads
# in rows, and by the one that writes in rows.
cells = 8
load "panels.gp"
array titles[4] = ["first, x", "first, y", "second, x", "second, y"]
do for [p=0:3] {
  eval panel(p, titles[p + 1])
  do for [k=1:7] {
    eval line_of(p, 1, k, "line", 0.8)
    eval line_of(p, 0, k, k == 4 ? "faint" : "line", k == 4 ? 1.4 : 0.8)
  }
  rows = p == 0 || p == 3
  do for [k=0:7] {
    row = rows ? 2 : k
    col = rows ? k : 2
    eval cell(p, row, col, rows ? "series_1" : "series_2", 1)
    if (!rows) { do for [c=0:3] { if (c != 2) { eval cell(p, row, c, "series_2", 0.3) } } }
  }
  set label 300 + p sprintf("%d sectors", rows ? 2 : 8) at left(p) + 4, top(p) - 8.65 center tc rgb (rows ? series_1 : series_2) font ",12"
}
set yrange [narrow ? -2.55 * cells : -1.16 * cells:0.3 * cells]
plot NaN
