# A tile of 4 times 4 elements on its way from a matrix of 8 rows of 12 through shared memory to its transpose.
eval picture(narrow ? 215 : 265)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set size ratio -1
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [-0.3:31.6]
set yrange [-13.6:1.8]
soft = ",12"
tag = 0
grid(x, y, columns, rows) = sprintf("tag = tag + 1; set object tag rectangle from %g,%g to %g,%g fs empty border lc rgb faint lw 1.2; ", x, y - rows, x + columns, y) \
  . sprintf("do for [k=1:%d] { tag = tag + 1; set arrow tag from %g + k,%g to %g + k,%g nohead lc rgb line lw 0.8 back }; ", columns - 1, x, y, x, y - rows) \
  . sprintf("do for [k=1:%d] { tag = tag + 1; set arrow tag from %g,%g - k to %g,%g - k nohead lc rgb line lw 0.8 back }", rows - 1, x, y, x + columns, y)
fill(x, y, columns, rows, colour, strong) = sprintf("tag = tag + 1; set object tag rectangle from %g,%g to %g,%g behind fc rgb %s fs solid %g noborder", x, y - rows, x + columns, y, colour, strong)
hollow(x, y, columns, rows, colour) = sprintf("tag = tag + 1; set object tag rectangle from %g,%g to %g,%g front fs empty border lc rgb %s lw 2", x, y - rows, x + columns, y, colour)
eval grid(0, 0, 12, 8)
eval grid(15.6, -2, 4, 4)
eval grid(23.2, 0, 8, 12)
eval fill(8, -4, 4, 4, "line", 1)
eval fill(15.6, -2, 4, 4, "line", 1)
eval fill(27.2, -8, 4, 4, "line", 1)
# What one warp reads and writes in the first half, and in the second.
eval fill(8, -5, 4, 1, "series_2", 1)
eval fill(15.6, -3, 4, 1, "series_2", 1)
eval hollow(17.6, -2, 1, 4, "series_1")
eval fill(27.2, -10, 4, 1, "series_1", 1)
set label 1 "x" at 6, 0.9 center
set label 2 "tile" at 17.6, -1.1 center
set label 3 "y" at 27.2, 0.9 center
set arrow 901 from 12.2, -5.5 to 15.4, -3.5 filled size screen 0.016, 22 lc rgb series_2 lw 1.8
set arrow 902 from 18.7, -6.2 to 27, -10.5 filled size screen 0.016, 22 lc rgb series_1 lw 1.8
set label 4 "threads (0…3, 1)" at 12, -9.2 right tc rgb series_2 font soft
set label 5 (narrow ? "read a row" : "read a row, and write it") at 12, -10.3 right tc rgb series_2 font soft
set label 6 "threads (0…3, 2)" at 20.6, -11.6 right tc rgb series_1 font soft
set label 7 (narrow ? "take a column" : "take a column, and write a row") at 20.6, -12.7 right tc rgb series_1 font soft
# The tile's elements by one digit each, in the tile, where they are read, and where they are written.
digits = "0123456789ABCDEF"
do for [e=0:15] {
  row = e / 4
  col = e % 4
  set label 800 + e digits[e + 1:e + 1] at 16.1 + col, -2.5 - row center front tc rgb (row == 1 ? paper : ink) font soft
  if (row == 1) { set label 820 + e digits[e + 1:e + 1] at 8.5 + col, -5.5 center front tc rgb paper font soft }
  if (col == 2) { set label 840 + e digits[e + 1:e + 1] at 27.7 + row, -10.5 center front tc rgb paper font soft }
}
plot NaN
