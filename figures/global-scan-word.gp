# What a reader may find while another block posts a value and its flag: in two words, and in one.
load "boxes.gp"
eval canvas(narrow ? 200 : 190, narrow ? -4.3 : -3.2, 13.3, -5.6, 1.5)
found(x, y, value, flag, apart, colour) = pale(x, y - 0.5, x + 1.25, y + 0.5, colour) . small("center", x + 0.62, y, value, ink) \
  . pale(x + 1.25 + apart, y - 0.5, x + 2.5 + apart, y + 0.5, colour) . small("center", x + 1.88 + apart, y, flag, ink)
array values[4] = ["?", "20", "20", "?"]
array flags[4] = ["no", "no", "yes", "yes"]
array thinks[4] = ["looks again", "looks again", "has 20", "has a wrong value"]
if (narrow) { thinks[1] = thinks[2] = "again"; thinks[4] = "wrong" }
eval small("right", -0.3, 0, "two words", ink) . small("right", -0.3, -3.7, "one word", ink)
do for [k=1:4] {
  x = 3.45 * (k - 1)
  colour = k == 4 ? series_2 : k == 3 ? series_4 : faint
  eval found(x, 0, values[k], flags[k], 0.3, colour) . small("center", x + 1.4, -1.1, thinks[k], colour)
  if (k % 2) { eval found(x, -3.7, values[k], flags[k], 0, colour) . small("center", x + 1.25, -4.8, thinks[k], colour) }
}
eval small("center", 0.62, 1.1, "value", faint) . small("center", 2.2, 1.1, "flag", faint)
plot NaN
