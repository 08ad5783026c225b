# How often each sort of 32-bit keys reads and writes them all, four bytes at a time.
load "boxes.gp"
array titles[5] = ["three kernels per digit", "one pass per digit", "two partitions, counted", "two partitions", "one partition"]
array brief[5] = ["three kernels", "one pass", "two, counted", "two partitions", "one partition"]
array what[5] = ["RRW RRW RRW RRW", "R RW RW RW RW", "RRW RRW RW", "RW RW RW", "RW RW"]
eval canvas(narrow ? 290 : 270, narrow ? -6.7 : -8.6, 17.6, -6.9, 1.1)
do for [i=1:5] {
  y = -1.25 * (i - 1)
  eval say("right", -0.3, y, narrow ? brief[i] : titles[i], i > 3 ? series_1 : ink)
  x = 0
  bytes = 0
  do for [pass in what[i]] {
    do for [k=1:strlen(pass)] {
      write = substr(pass, k, k) eq "W"
      eval pale(x + 0.03, y - 0.42, x + 0.97, y + 0.42, write ? series_3 : series_1)
      if (!narrow) { eval small("center", x + 0.5, y, substr(pass, k, k), write ? series_3 : series_1) }
      x = x + 1
      bytes = bytes + 4
    }
    x = x + 0.35
  }
  eval say("left", x + 0.1, y, sprintf("%d bytes", bytes), i > 3 ? series_1 : ink)
}
eval pale(0.03, -6.75, 0.97, -6.05, series_1) . small("left", 1.2, -6.4, "reads every key", ink) . pale(8.03, -6.75, 8.97, -6.05, series_3) . small("left", 9.2, -6.4, "writes every key", ink)
plot NaN
