# data: bandwidth-journey bandwidth-overlap bandwidth-copies
# explore: {"of": "ms", "unit": "time, ms", "series": {"kernel": [2, "the kernel alone"], "cores": [3, "all cores of the CPU"], "pinned": [1, "pinned"], "pageable": [6, "pageable"], "managed": [4, "managed"]}}
# The journey of 2^26 elements by several ways, and what its copies take by themselves.
load "boxes.gp"
array took[7]
whole(row) = column("n") == 2**26 && strcol("variant") eq row
set datafile columnheaders
stats bandwidth_journey using (whole("kernel") ? (took[1] = column("ms")) : whole("cores") ? (took[2] = column("ms")) \
  : whole("pinned") ? (took[4] = column("ms")) : whole("pageable") ? (took[6] = column("ms")) \
  : whole("managed") ? (took[7] = column("ms")) : 0) nooutput
stats bandwidth_overlap using (strcol("variant") eq "pieces" && column("piece") == 2**20 ? (took[3] = column("ms")) \
  : strcol("variant") eq "prefetched" ? (took[5] = column("ms")) : 0) nooutput
large(memory, direction) = column("bytes") == 2**28 && strcol("memory") eq memory && strcol("direction") eq direction
pinned_in = pinned_out = pageable_in = pageable_out = 0
stats bandwidth_copies using (large("pinned", "in") ? (pinned_in = 2 * column("ms")) : large("pinned", "out") ? (pinned_out = column("ms")) \
  : large("pageable", "in") ? (pageable_in = 2 * column("ms")) : large("pageable", "out") ? (pageable_out = column("ms")) : 0) nooutput

width = narrow ? 380 : 560
row = narrow ? 46 : 32
high = 7 * row + 36
eval canvas(high, 0, width, 0, high)
left = narrow ? 8 : 166
right = narrow ? 308 : 492
longest = 0
do for [i=1:7] { longest = took[i] > longest ? took[i] : longest }
# Where the copies by themselves took longer than the whole journey, a mark says when that had ended.
longest = pageable_in + pageable_out > longest ? pageable_in + pageable_out : longest
at(ms) = left + ms * (right - left) / longest
ways = "'the kernel alone' 'all cores of the CPU' 'pinned, in pieces' 'pinned' 'managed, prefetched' 'pageable' 'managed'"
middle(i) = high - (i - 0.5) * row - (narrow ? 10 : 0)
bar(from, to, y, colour, fill) = sprintf("set object rectangle from %g,%g to %g,%g fc rgb 0x%06x fs solid %g border lc rgb 0x%06x lw 1.2; ", at(from), y - 8, at(to), y + 8, colour, fill, colour)
do for [i=1:7] {
  y = middle(i)
  if (narrow) { eval small("left", left, y + 19, word(ways, i), ink) } else { eval say("right", left - 8, y, word(ways, i), ink) }
  in = i == 3 || i == 4 ? pinned_in : i == 6 ? pageable_in : 0
  out = i == 4 ? pinned_out : i == 6 ? pageable_out : 0
  eval bar(in + out < took[i] ? in + out : took[i], took[i], y, i == 1 ? series_2 : i == 2 ? series_3 : series_6, in > 0 ? 0.1 : i < 3 ? 0.6 : 0.25)
  if (in > 0) { eval bar(0, in, y, series_1, 0.6) . bar(in, in + out, y, series_4, 0.6) }
  if (in + out > took[i]) { set arrow from at(took[i]), y - 13 to at(took[i]), y + 13 nohead lc rgb ink lw 2.4 front }
  eval small("left", at(in + out > took[i] ? in + out : took[i]) + 7, y, sprintf(i == 1 ? "%.2f ms" : "%.1f ms", took[i]), faint)
}
set object rectangle from left,6 to left + 20,20 fc rgb series_1 fs solid 0.6 border lc rgb series_1
eval small("left", left + 27, 13, narrow ? "two copies in" : "two copies to the device", series_1)
from = left + (narrow ? 140 : 200)
set object rectangle from from,6 to from + 20,20 fc rgb series_4 fs solid 0.6 border lc rgb series_4
eval small("left", from + 27, 13, narrow ? "one copy out" : "one copy from it", series_4)
plot NaN
