# How many keys buckets of the second level have, if keys are evenly spread: by the normal distribution, with the mean
# that the partition aims at, and with the mean where the sample's margin leaves buckets at both ends empty.
eval picture(narrow ? 230 : 240)
unset datafile columnheaders
mean = 4096.
with_margin = mean * (1 + 1. / 64)
room = 4608.
density(x, m) = exp(-(x - m) ** 2 / (2 * m)) / sqrt(2 * pi * m)
high = density(mean, mean)
set xrange [3800:4700]
set yrange [0:1.3 * high]
set border 1
unset ytics
set xtics 3840, 256
set xlabel "keys in a bucket" offset 0,0.5
set margins at screen 0.03, screen 0.97, at screen (narrow ? 0.28 : 0.26), screen 0.98
set arrow 1 from room, 0 to room, 1.06 * high nohead lc rgb series_2 lw 2
set label 1 "room" at room, 1.14 * high center tc rgb series_2
set label 2 "no margin" at mean - 0.9 * sqrt(mean), 1.12 * high right tc rgb series_1 font ",12"
set label 3 "with margin" at with_margin + 0.9 * sqrt(mean), 1.12 * high left tc rgb series_4 font ",12"
set arrow 2 from with_margin, 0.16 * high to room, 0.16 * high heads size screen 0.009,20 lc rgb series_4 lw 1.2 front
set arrow 3 from mean, 0.4 * high to room, 0.4 * high heads size screen 0.009,20 lc rgb series_1 lw 1.2 front
set label 4 sprintf("%.0f standard deviations", (room - mean) / sqrt(mean)) at room - 12, 0.47 * high right tc rgb series_1 font ",12"
set label 5 sprintf("%.0f", (room - with_margin) / sqrt(with_margin)) at room - 12, 0.23 * high right tc rgb series_4 font ",12"
set samples 120
plot density(x, mean) with filledcurves y1=0 fs transparent solid 0.2 lc rgb series_1, density(x, with_margin) with filledcurves y1=0 fs transparent solid 0.2 lc rgb series_4, \
  density(x, mean) with lines lw 1.8 lc rgb series_1, density(x, with_margin) with lines lw 1.8 lc rgb series_4
