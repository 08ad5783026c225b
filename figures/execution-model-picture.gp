# A picture of 9 times 5 pixels under a grid of 3 times 3 blocks of 4 times 2 threads.
eval picture(narrow ? 230 : 260)
unset datafile columnheaders
unset border
unset tics
set size ratio -1
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -1.9 : -3.9:12.7]
set yrange [7.2:-1.2]

x(column) = column + 0.25 * (column / 4)
y(row) = row + 0.25 * (row / 2)
do for [row=0:5] {
  do for [column=0:11] {
    if (column < 9 && row < 5) {
      set object rectangle from x(column) + 0.06, y(row) + 0.06 to x(column) + 0.94, y(row) + 0.94 fs solid 0.3 border lc rgb series_1 fc rgb series_1
    } else {
      set object rectangle from x(column) + 0.06, y(row) + 0.06 to x(column) + 0.94, y(row) + 0.94 fs empty border lc rgb series_2 dt (3,2)
    }
  }
}
do for [block=0:2] {
  set label (narrow ? sprintf("x = %d", block) : sprintf("blockIdx.x = %d", block)) at first x(4 * block) + 2, -0.5 center tc rgb faint
  set label (narrow ? sprintf("y = %d", block) : sprintf("blockIdx.y = %d", block)) at first -0.15, y(2 * block) + 1 right tc rgb faint
}
plot NaN
