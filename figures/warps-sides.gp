# A branch with four sides in the first four warps of a grid: which lanes are on, in time. A sketch.
load "boxes.gp"
width = narrow ? 380 : 560
eval canvas(290, 0, width, 0, 290)
array colours[4] = [series_1, series_2, series_4, series_5]
left = narrow ? 66 : 76
right = narrow ? 230 : 338
side = narrow ? 4.5 : 6.8  # of a lane
turn = 12                  # the height of a side's turn
gap = 16
top(w) = 254 - w * (4 * turn + gap)
long = 32 * side

eval say("left", left, 276, "side = lane % 4", ink)
eval say("left", right, 276, "side = warp % 4", ink)
do for [w=0:3] {
  eval say("right", left - 15, top(w) - 2 * turn, sprintf("warp %d", w), faint)
  # What is on stands before a pale ground, which is what is switched off.
  set object rectangle from left, top(w) to left + long, top(w) - 4 * turn fc rgb line fs solid 0.45 noborder
  set object rectangle from right, top(w) to right + long, top(w) - turn fc rgb colours[w + 1] fs solid 0.75 noborder
  eval small("left", right, top(w) - turn - 13, sprintf(narrow ? "side %d, then done" : "side %d, then the warp has finished", w), faint)
  set arrow from left - 7, top(w) to left - 7, top(w) - 4 * turn size 5,20 filled lc rgb faint
  set arrow from right - 7, top(w) to right - 7, top(w) - 4 * turn size 5,20 filled lc rgb faint
}
do for [i=1:31] {
  set arrow from left + i * side, top(0) to left + i * side, top(3) - 4 * turn nohead front lc rgb paper lw 1.6
  set arrow from right + i * side, top(0) to right + i * side, top(0) - turn nohead front lc rgb paper lw 1.6
  do for [w=1:3] { set arrow from right + i * side, top(w) to right + i * side, top(w) - turn nohead front lc rgb paper lw 1.6 }
}
do for [w=0:2] {
  set object rectangle from left, top(w) - 4 * turn to left + long, top(w) - 4 * turn - gap front fc rgb paper fs solid noborder
}
set print $on
do for [w=0:3] { do for [s=0:3] { do for [l=0:7] {
  print sprintf("%g,%g,%d", left + (4 * l + s) * side, top(w) - s * turn - 0.5 * turn, s)
} } }
unset print
plot for [s=0:3] $on using ($3 == s ? $1 : NaN):2:(side):(0) with vectors nohead lw turn - 1.5 lc rgb colours[s + 1]
