# A partition of ten elements in three tiles: those that are kept from the front, the others from the end.
load "boxes.gp"
eval canvas(narrow ? 250 : 230, narrow ? -1.5 : -1.2, 12.1, -5.1, 1.5)
array kept[12] = [1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1]
array shade[3] = [series_1, series_2, series_4]
eval small("right", -0.15, 0, "x", faint) . small("right", -0.15, -4.5, "y", faint)
front = 0
rear = 11
do for [i=0:11] {
  t = i / 4
  to = kept[i + 1] ? front : rear
  if (kept[i + 1]) { front = front + 1 } else { rear = rear - 1 }
  letter = sprintf("%c", (kept[i + 1] ? 65 : 97) + i)
  eval (kept[i + 1] ? shaded(i + 0.5, 0, letter, shade[t + 1]) . shaded(to + 0.5, -4.5, letter, shade[t + 1]) : cell(i + 0.5, 0, letter, shade[t + 1]) . cell(to + 0.5, -4.5, letter, shade[t + 1]))
  eval link(i + 0.5, -0.45, to + 0.5, -4.05, shade[t + 1])
}
do for [t=0:2] { eval small("center", 4 * t + 2, 1.1, sprintf("tile %d", t), shade[t + 1]) }
plot NaN
