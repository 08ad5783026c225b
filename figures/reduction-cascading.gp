# Which block adds which of 32 elements, by blocks of four threads: one element per thread, two, and many.
eval picture(narrow ? 260 : 275)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.02, screen 0.98, at screen 0.02, screen 0.98
set xrange [-0.5:31.5]
set yrange [-8.2:1.3]
array titles[3] = ["one element per thread: eight blocks", "first add during load: four blocks", "cascading: two blocks, in rounds"]
soft = ",12"
do for [k=0:2] {
  y = -3.1 * k
  set label 1 + k titles[k + 1] at -0.4, y + 0.85 left
  per = k == 0 ? 4 : 8
  do for [s=0:(32 / per) - 1] {
    block = k == 2 ? s % 2 : s
    set object 10 + 10 * k + s rectangle from s * per - 0.4, y - 0.6 to s * per + per - 0.6, y + 0.3 fc rgb (block % 2 ? series_3 : series_1) fs solid noborder
    names = sprintf(narrow && k == 0 ? "%d" : "block %d", block)
    set label 10 + 10 * k + s names at s * per + per / 2. - 0.5, y - 0.15 center front tc rgb paper font soft
  }
  if (k > 0) { set arrow 1 + 10 * k from 0, y - 1 to 4, y - 1 filled size screen 0.013, 22 lc rgb series_2 lw 1.6 }
  if (k > 1) {
    set arrow 22 from 4, y - 1 to 16, y - 1 filled size screen 0.013, 22 lc rgb series_2 lw 1.6
    set arrow 23 from 16, y - 1 to 20, y - 1 filled size screen 0.013, 22 lc rgb series_2 lw 1.6
    set label 50 "thread 0 of block 0" at 20.6, y - 1 left tc rgb series_2 font soft
  }
}
plot NaN
