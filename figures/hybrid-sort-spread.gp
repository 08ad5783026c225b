# The keys' range within all numbers; and buckets over the sample's range, with a margin on either side.
load "boxes.gp"
eval canvas(narrow ? 300 : 280, -0.3, 16.3, -6.9, 1.6)
set arrow 1 from 0, 0 to 16, 0 nohead lc rgb faint lw 1.4
do for [b=0:16] { set arrow 10 + b from b, -0.18 to b, 0.18 nohead lc rgb faint lw 1 }
eval small("left", 0, 1.1, "all numbers, in 16 buckets by their highest bits", faint)
eval sprintf("set object rectangle from 5.15,-0.3 to 5.8,0.3 front fc rgb series_2 fs solid noborder; ") . small("center", 5.5, -0.75, "keys", series_2)
set arrow 2 from 5.15, -0.3 to 0, -3.3 nohead lc rgb line lw 1
set arrow 3 from 5.8, -0.3 to 16, -3.3 nohead lc rgb line lw 1
eval pale(0, -4.4, 1, -3.4, series_3) . pale(15, -4.4, 16, -3.4, series_3)
do for [b=0:15] {
  eval box(b, -4.4, b + 1, -3.4, series_1)
  if (!narrow || b % 5 == 0) { eval small("center", b + 0.5, -4.8, sprintf("%d", b), faint) }
}
do for [i=0:59] {
  x = 0.8 + 14.5 * ((i * 0.6180339887) - int(i * 0.6180339887))
  set arrow 100 + i from x, -3.95 to x, -3.55 nohead lc rgb series_2 lw 1.2 front
}
set arrow 200 from 0.8, -3.3 to 0.8, -5.4 nohead lc rgb series_2 lw 1.4
set arrow 201 from 15.24, -3.3 to 15.24, -5.4 nohead lc rgb series_2 lw 1.4
eval small("left", 1, -5.6, narrow ? "lowest sampled" : "lowest of the sample", series_2) . small("right", 15.1, -5.6, narrow ? "highest sampled" : "highest of the sample", series_2)
eval small("left", 0, -6.4, "margin", series_3) . small("right", 16, -6.4, "margin", series_3) . small("center", 8, -6.4, narrow ? "16 buckets over the range" : "the same 16 buckets, over the keys' range", series_1)
plot NaN
