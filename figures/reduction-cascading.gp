# Which thread adds which of 32 elements: one element per thread, two, and many.
eval picture(narrow ? 330 : 350)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.02 : 0.02), screen 0.98, at screen 0.02, screen 0.98
set xrange [-0.5:31.5]
set yrange [-9.2:1.3]
array titles[3] = ["one element per thread: eight blocks", "first add during load: four blocks", "cascading: two blocks, in rounds"]
# Blocks have four threads. The block that takes element i, and the thread of it.
block_of(k, i) = k == 0 ? i / 4 : k == 1 ? i / 8 : i / 8 % 2
thread_of(k, i) = i % 4
do for [k=0:2] {
  y = -3.4 * k
  set label 1 + k titles[k + 1] at -0.4, y + 0.95 left
  do for [i=0:31] {
    b = block_of(k, i)
    set object 10 + 40 * k + i rectangle from i - 0.44, y - 0.5 to i + 0.44, y + 0.35 fc rgb (b % 2 ? series_3 : series_1) fs solid (thread_of(k, i) == 0 ? 1 : 0.35) noborder
  }
  per = k == 0 ? 4 : 8
  do for [s=0:(32 / per) - 1] {
    begins = s * per
    set label 200 + 40 * k + s sprintf(narrow && k == 0 ? "%d" : "block %d", block_of(k, begins)) at begins + per / 2. - 0.5, y - 0.95 center tc rgb faint font ",12"
  }
  # Where thread 0 of block 0 adds.
  if (k > 0) { set arrow 300 + 10 * k from 0.1, y - 1.45 to 3.9, y - 1.45 filled size screen 0.013, 22 lc rgb series_2 lw 1.6 }
  if (k == 2) {
    set arrow 321 from 4.1, y - 1.45 to 15.9, y - 1.45 filled size screen 0.013, 22 lc rgb series_2 lw 1.6
    set arrow 322 from 16.1, y - 1.45 to 19.9, y - 1.45 filled size screen 0.013, 22 lc rgb series_2 lw 1.6
    set label 323 "thread 0 of block 0" at 20.4, y - 1.45 left tc rgb series_2 font ",12"
  }
}
plot NaN
