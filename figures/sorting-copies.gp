# Four lanes add to bins in four banks: with one histogram, and with a copy for each lane.
load "boxes.gp"
eval canvas(narrow ? 430 : 240, -0.2, narrow ? 9.2 : 19.2, narrow ? -15.2 : -6.7, 2.4)
array bin[4] = [5, 1, 2, 5]
array shade[4] = [series_1, series_2, series_4, series_5]
do for [k=0:1] {
  x = narrow ? 2.2 : (k ? 12.4 : 2.2)
  y = narrow ? -8.3 * k : 0
  rows = k ? 6 : 2
  eval say("left", narrow ? 0 : x - 2.2, y + 2, k ? "a copy per lane" : "one histogram", ink)
  do for [b=0:3] { eval small("center", x + 1.6 * b, y + 1.1, sprintf("bank %d", b), faint) }
  do for [r=0:(k ? 3 : 1)] {
    eval (k ? small("right", x - 0.95, y - 1.15 * r, sprintf("bin %d", word("1 2 4 5", r + 1) + 0), faint) : "")
    do for [b=0:3] {
      own = k ? word("1 2 4 5", r + 1) + 0 : 4 * r + b
      eval box(x + 1.6 * b - 0.75, y - 1.15 * r - 0.5, x + 1.6 * b + 0.75, y - 1.15 * r + 0.5, line)
      if (!k) { eval small("center", x + 1.6 * b, y - 1.15 * r, sprintf("bin %d", own), faint) }
    }
  }
  base = y - (k ? 5.6 : 3.4)
  do for [l=0:3] {
    eval small("center", x + 1.6 * l, base - 0.5, sprintf("lane %d", l), shade[l + 1])
    bank = k ? l : bin[l + 1] % 4
    r = k ? (bin[l + 1] == 1 ? 0 : bin[l + 1] == 2 ? 1 : 3) : bin[l + 1] / 4
    eval pale(x + 1.6 * bank - 0.75, y - 1.15 * r - 0.5, x + 1.6 * bank + 0.75, y - 1.15 * r + 0.5, shade[l + 1])
    eval link(x + 1.6 * l, base, x + 1.6 * bank + 0.25 * (l - 1.5), y - 1.15 * r - 0.52, shade[l + 1])
  }
}
plot NaN
