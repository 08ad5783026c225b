# Cells of keys in the shape of a bell, cut into four ranges of about equal size.
load "boxes.gp"
eval canvas(210, -0.5, 24.5, -2.4, 9)
height(c) = 8 * exp(-((c - 11.5) / 5.)**2)
all = sum [c=0:23] height(c)
before = 0.
do for [c=0:23] {
  r = int(before * 4 / all)
  before = before + height(c)
  eval pale(c + 0.05, 0, c + 0.95, height(c) + 0.05, r == 0 ? series_1 : r == 1 ? series_3 : r == 2 ? series_2 : series_4)
}
eval say("center", 5, -0.8, "range 0", series_1) . say("center", 10.6, -0.8, narrow ? "1" : "range 1", series_3) . say("center", 13.7, -0.8, narrow ? "2" : "range 2", series_2) . say("center", 19, -0.8, "range 3", series_4)
eval say("center", 6, -1.9, "GPU 0", ink) . say("center", 18, -1.9, "GPU 1", ink)
plot NaN
