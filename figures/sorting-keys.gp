# Eight floats in the order of their bits, and in that of their values.
load "boxes.gp"
eval canvas(narrow ? 330 : 300, narrow ? -2.9 : -2.5, 12.1, -7.2, 1.5)
names = "+0 +1 +2 +∞ −0 −1 −2 −∞"
array place[8] = [4, 5, 6, 7, 3, 2, 1, 0]
eval small("right", -0.1, 0, "by their bits", faint) . small("right", -0.1, -5.5, "flipped", faint)
do for [i=0:7] {
  shade = i < 4 ? series_1 : series_2
  eval pale(1.5 * i + 0.05, -0.45, 1.5 * i + 1.45, 0.45, shade) . say("center", 1.5 * i + 0.75, 0, word(names, i + 1), ink)
  eval small("center", 1.5 * i + 0.75, 1, i < 4 ? "0 …" : "1 …", shade)
  eval link(1.5 * i + 0.75, -0.5, 1.5 * place[i + 1] + 0.75, -5, shade)
  eval pale(1.5 * place[i + 1] + 0.05, -5.95, 1.5 * place[i + 1] + 1.45, -5.05, shade) . say("center", 1.5 * place[i + 1] + 0.75, -5.5, word(names, i + 1), ink)
  eval small("center", 1.5 * place[i + 1] + 0.75, -6.6, i < 4 ? "1 …" : "0 …", shade)
}
plot NaN
