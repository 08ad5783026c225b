# Which pixels the first 32 threads of a block load, and the sectors that hold them, for two shapes of blocks.
load "boxes.gp"
width = narrow ? 380 : 560
pixel = narrow ? 11 : 8
rows = 8
panel = rows * pixel
high = narrow ? 2 * (panel + 66) + 26 : panel + 60
eval canvas(high, 0, width, 0, high)
array wide[2] = [32, 4]
array words[2] = ["32 times 8 threads: 4 sectors", "4 times 64 threads: 8 sectors"]
left(p) = narrow ? 14 : p == 1 ? 8 : 296
top(p) = high - 26 - (narrow ? (p - 1) * (panel + 66) : 0)
do for [p=1:2] {
  eval say("left", left(p), top(p) + 14, words[p], ink)
  do for [y=0:rows - 1] {
    do for [s=0:3] {
      needed = 8 * s < wide[p] && y < 32 / wide[p]
      x = left(p) + 8 * s * pixel
      from = top(p) - y * pixel
      if (needed) { eval pale(x, from - pixel, x + 8 * pixel, from, series_1) } else { eval box(x, from - pixel, x + 8 * pixel, from, faint) }
    }
  }
  do for [t=0:31] {
    x = left(p) + (t % wide[p]) * pixel
    y = top(p) - (t / wide[p]) * pixel
    set object rectangle from x + 1, y - pixel + 1.5 to x + pixel - 1, y - 1.5 fc rgb series_1 fs solid 0.8 noborder front
  }
}
y = top(2) - panel - 18
set object rectangle from left(1), y - 5 to left(1) + 10, y + 5 fc rgb series_1 fs solid 0.8 noborder
eval small("left", left(1) + 17, y, narrow ? "loaded by threads 0 to 31" : "a pixel that one of threads 0 to 31 loads", ink)
x = narrow ? left(1) : left(2)
y = narrow ? y - 22 : y
eval pale(x, y - 5, x + 26, y + 5, series_1)
eval small("left", x + 33, y, "a sector, eight pixels, that is fetched", ink)
plot NaN
