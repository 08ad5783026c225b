# Two blocks of four threads count bytes below 4: in one histogram in global memory, and each in one of its own first.
load "boxes.gp"
eval canvas(narrow ? 290 : 310, -0.2, 19.6, -7.2, 2.3)
array value[8] = [1, 3, 1, 0, 3, 3, 2, 1]
array counts[8] = [1, 2, 0, 1, 0, 1, 1, 2]
array totals[4] = [1, 3, 1, 3]
array shade[2] = [series_1, series_2]
thread_at(p, i) = 10.6 * p + i + 0.5 + (i > 3 ? 0.6 : 0)
bin_at(p, v) = 10.6 * p + 2.8 + v
do for [p=0:1] {
  do for [b=0:1] {
    middle = (thread_at(p, 4 * b) + thread_at(p, 4 * b + 3)) / 2.
    eval small("center", middle, 0.85, sprintf("block %d", b), shade[b + 1])
    do for [t=0:3] {
      i = 4 * b + t
      eval cell(thread_at(p, i), 0, sprintf("%d", value[i + 1]), shade[b + 1])
      to = p == 0 ? bin_at(p, value[i + 1]) + (b - 0.5) * 0.3 : thread_at(p, 4 * b + value[i + 1])
      eval link(thread_at(p, i), -0.45, to, p == 0 ? -5.2 : -2.2, shade[b + 1])
      if (p == 1) {
        eval shaded(thread_at(p, i), -2.6, sprintf("%d", counts[i + 1]), shade[b + 1])
        if (counts[i + 1] > 0) { eval link(thread_at(p, i), -3.05, bin_at(p, t) + (b - 0.5) * 0.3, -5.2, series_4) }
      }
    }
  }
  do for [v=0:3] { eval cell(bin_at(p, v), -5.6, sprintf("%d", totals[v + 1]), series_4) . small("center", bin_at(p, v), -6.7, sprintf("%d", v), faint) }
}
eval say("center", 4.3, 1.9, narrow ? "8 global atomics" : "8 atomics in global memory", ink) . say("center", 14.9, 1.9, narrow ? "6, and 8 shared" : "6, and 8 in shared memory", ink)
plot NaN
