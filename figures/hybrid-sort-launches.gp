# Which launches a sort makes, by the number of keys.
load "boxes.gp"
eval canvas(narrow ? 300 : 280, narrow ? 4.3 : 6.2, 30.6, -8.3, 1.5)
log_2(n) = log(n) / log(2)
array from[7] = [1, 4609, 8193, 8193, 2**20, 8193, 8193]
array to[7] = [4608, 8192, 2**30, 2**28, 2**28, 2**28, 2**30]
left = 10
array names_of[7] = ["one block", "… in passes", "sample", "1st partition", "2nd partition", "finish", "the last"]
array shade[7] = [series_4, series_5, series_6, series_1, series_1, series_4, series_2]
do for [k=1:7] {
  y = -1.1 * (k - 1)
  x = from[k] > 1 ? log_2(from[k]) : left
  eval small("right", left - 0.3, y, names_of[k], faint)
  eval pale(x + 0.04, y - 0.38, log_2(to[k]) - 0.04, y + 0.38, shade[k])
}
# Only there, the last launch is the one that sorts.
set object rectangle from 28.04, -6.98 to 29.96, -6.22 fc rgb series_2 fs solid noborder
array edges[5] = [4608, 8192, 2**20, 2**28, 2**30]
array texts[5] = ["4608", "8192", "2^{20}", "2^{28}", "2^{30}"]
do for [k=1:5] {
  x = log_2(edges[k])
  set arrow from x, 0.6 to x, -7.2 nohead lc rgb line lw 1 dt (3,3) back
  eval small(k == 1 ? "right" : k == 2 ? "left" : "center", x + (k == 1 ? 0.25 : k == 2 ? -0.1 : 0), -7.75, texts[k], faint)
}
eval small("right", left - 0.3, -7.75, "keys", faint)
plot NaN
