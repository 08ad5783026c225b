# Three ways to add up eight numbers, drawn by how many additions a number goes through at most.
eval picture(narrow ? 250 : 240)
unset datafile columnheaders
unset border
set margins at screen (narrow ? 0.13 : 0.09), screen 0.99, at screen 0.02, screen 0.98
set xrange [-0.5:25.5]
set yrange [-8.2:1.5]
unset xtics
set ytics ("0" 0, "2" -2, "4" -4, "6" -6) scale 0
set grid ytics ls 100
array names[3]
names[1] = narrow ? "a chain" : "one after the other"
names[2] = narrow ? "two shares" : "two shares of four"
names[3] = "a tree"
array depth[3] = [7, 4, 3]
array hue[3] = [series_2, series_4, series_1]
set label "depth" at -0.9, 1 right tc rgb faint font ",12"
tag = 0
# In picture p: the sum at place x, d deep, of what is at places a and b, as deep as that.
line_to(p, x, d, from, at) = sprintf("tag = tag + 1; set arrow tag from %g,%g to %g,%g nohead lc rgb hue[%d] lw 1.4; ", 9 * p + from, -at, 9 * p + x, -d, p + 1)
sum_of(p, x, d, a, at_a, b, at_b) = line_to(p, x, d, a, at_a) . line_to(p, x, d, b, at_b) \
  . sprintf("tag = tag + 1; set label tag '' at %g,%g point pt 7 ps 0.7 lc rgb hue[%d]; ", 9 * p + x, -d, p + 1)
do for [p=0:2] {
  said = sprintf(narrow ? "%d deep" : "%d additions deep", depth[p + 1])
  set label 1000 + p names[p + 1] at 9 * p + 3.5, 1 center tc rgb hue[p + 1] font ",12"
  set label 1010 + p said at 9 * p + 3.5, -7.8 center tc rgb hue[p + 1] font ",12"
}
do for [i=1:7] { eval sum_of(0, i, i, i - 1, i - 1, i, 0) }
do for [t=0:1] { do for [k=1:3] { eval sum_of(1, 4 * t + k, k, 4 * t + k - 1, k - 1, 4 * t + k, 0) } }
eval sum_of(1, 5, 4, 3, 3, 7, 3)
do for [r=1:3] {
  step = 2 ** r
  do for [j=0:8 / step - 1] {
    middle = j * step + step / 2. - 0.5
    eval sum_of(2, middle, r, middle - step / 4., r - 1, middle + step / 4., r - 1)
  }
}
plot NaN
