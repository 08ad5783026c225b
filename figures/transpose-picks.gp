# The banks of eight rows of two tiles: what a warp takes from the one, four columns of eight rows, and where that goes in
# the other; with the accelerator's swizzle, and below without it.
eval picture(narrow ? 330 : 300)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.17 : 0.13), screen 0.99, at screen 0.02, screen 0.98
apart = 36
set xrange [-0.6:apart + 32.4]
set yrange [21.6:-2.2]
array column[4] = [0, 2, 5, 7]
array shade[4] = [series_1, series_2, series_4, series_3]
array titles[2] = ["from", "to"]
array waits[4] = ["1 wavefront", "1 wavefront", "8 wavefronts", "4 wavefronts"]
tag = 0
do for [s=0:1] {
  top = 11.5 * s
  name = s ? "plain" : "swizzled"
  set label 900 + s name at screen 0.005, first top + 4 left tc rgb faint font ",12"
  do for [p=0:1] {
    if (s == 0) { set label 910 + p titles[p + 1] at p * apart + 16, -1.2 center }
    tag = tag + 1
    set object tag rectangle from p * apart, top to p * apart + 32, top + 8 fs empty border lc rgb faint lw 1.2
    do for [k=1:7] { tag = tag + 1; set arrow tag from p * apart + 4 * k, top to p * apart + 4 * k, top + 8 nohead lc rgb line lw 0.8 back }
    do for [q=0:3] {
      do for [l=0:7] {
        row = p ? column[q + 1] : l
        bank = (p ? l : column[q + 1]) ^ (s ? 0 : 4 * (row % 8))
        tag = tag + 1
        set object tag rectangle from p * apart + bank + 0.08, top + row + 0.1 to p * apart + bank + 0.92, top + row + 0.9 front fc rgb shade[q + 1] fs solid noborder
      }
    }
    set label 920 + 2 * s + p waits[2 * s + p + 1] at p * apart + 16, top + 9 center tc rgb (s ? series_2 : series_1) font ",12"
  }
}
plot NaN
