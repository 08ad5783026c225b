# A network of five pairs sorts four keys: a wire per position, a bar per pair.
load "boxes.gp"
eval canvas(240, -0.2, 12.4, -4.3, 1.2)
array key[4] = [7, 5, 6, 1]
lows = "0 1 0 2 1"
highs = "2 3 1 3 2"
array at[5] = [1.8, 2.8, 5.0, 5.0, 8.0]
do for [w=0:3] {
  set arrow from 0.6, -1.2 * w to 11.2, -1.2 * w nohead lc rgb faint lw 1.2 back
  eval say("center", 0.2, -1.2 * w, sprintf("%d", key[w + 1]), ink)
}
do for [p=1:5] {
  a = word(lows, p) + 0
  b = word(highs, p) + 0
  swap = key[a + 1] > key[b + 1]
  shade = swap ? series_2 : series_1
  if (swap) {
    kept = key[a + 1]
    key[a + 1] = key[b + 1]
    key[b + 1] = kept
  }
  x = at[p]
  set arrow 100 + p from x, -1.2 * a to x, -1.2 * b nohead lc rgb shade lw 2.4 front
  do for [w in sprintf("%d %d", a, b)] {
    set label "" at x, -1.2 * w point pt 7 ps 0.8 lc rgb shade front
    set object rectangle from x + 0.33, -1.2 * w - 0.34 to x + 0.97, -1.2 * w + 0.34 front fc rgb paper fs solid noborder
    eval say("center", x + 0.65, -1.2 * w, sprintf("%d", key[w + 1]), shade)
  }
}
do for [w=0:3] { eval say("center", 11.7, -1.2 * w, sprintf("%d", key[w + 1]), series_1) }
if (!narrow) { eval small("left", 1.2, 0.85, "0, 2 and 1, 3", faint) . small("center", 5.3, 0.85, "0, 1 and 2, 3", faint) . small("center", 8.3, 0.85, "1, 2", faint) }
plot NaN
