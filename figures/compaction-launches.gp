# Twelve elements in three tiles: three launches count, scan and scatter. The elements are read by the first and the third.
load "boxes.gp"
eval canvas(narrow ? 400 : 370, narrow ? -2.9 : -2.3, 12.2, -11.4, 1.6)
array kept[12] = [1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1]
array shade[3] = [series_1, series_2, series_4]
array count[3] = [3, 1, 3]
left = narrow ? -2.8 : -2.2
eval small("left", left, 0, "x", faint) . small("left", left, -2, "1: count", ink) . small("left", left, -4.2, "2: scan", ink) . small("left", left, -6.4, "x", faint) . small("left", left, -8.2, "3: scatter", ink) . small("left", left, -10.4, "y", faint)
before = 0
to = 0
do for [t=0:2] {
  eval small("center", 4 * t + 2, 1.15, sprintf("tile %d", t), shade[t + 1])
  x = 4 * t + 2
  eval link(x, -0.5, x, -1.5, shade[t + 1])
  eval pale(x - 0.5, -2.45, x + 0.5, -1.55, shade[t + 1]) . say("center", x, -2, sprintf("%d", count[t + 1]), ink)
  if (t < 2) { eval link(x + 0.6, -2.45, x + 3.4, -3.75, faint) }
  if (t < 1) { eval link(x + 0.7, -2.3, x + 7.3, -3.85, faint) }
  eval pale(x - 0.5, -4.65, x + 0.5, -3.75, shade[t + 1]) . say("center", x, -4.2, sprintf("%d", before), ink)
  before = before + count[t + 1]
  do for [e=0:3] {
    i = 4 * t + e
    letter = sprintf("%c", (kept[i + 1] ? 65 : 97) + i)
    do for [r=0:1] { eval (kept[i + 1] ? shaded(i + 0.5, -6.4 * r, letter, shade[t + 1]) : cell(i + 0.5, -6.4 * r, letter, line)) }
    if (kept[i + 1]) {
      eval link(i + 0.5, -6.9, to + 0.5, -9.95, shade[t + 1]) . shaded(to + 0.5, -10.4, letter, shade[t + 1])
      to = to + 1
    }
  }
}
do for [i=to:11] { eval cell(i + 0.5, -10.4, "", line) }
do for [r=0:1] { set arrow 900 + r from left, -3.1 - 2.35 * r to 12.2, -3.1 - 2.35 * r nohead lc rgb faint lw 1 dt (6,4) back }
plot NaN
