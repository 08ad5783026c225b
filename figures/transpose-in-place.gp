# A matrix of 6 times 6 tiles, transposed in place: the two tiles of a pair, and the tiles whose blocks do nothing.
eval picture(230)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set size ratio -1
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -2 : -6:narrow ? 8 : 12]
set yrange [-6.2:0.3]
tag = 0
do for [r=0:5] {
  do for [c=0:5] {
    tag = tag + 1
    pair = r == 1 && c == 4 || r == 4 && c == 1
    set object tag rectangle from c + 0.04, -r - 0.96 to c + 0.96, -r - 0.04 \
      fc rgb (pair ? (c > r ? series_1 : series_2) : c > r ? series_1 : c == r ? series_3 : line) fs solid (pair ? 1 : c == r || c > r ? 0.3 : 0.6) noborder
  }
}
set arrow 901 from 4.3, -1.7 to 1.8, -4.2 heads filled size screen 0.016, 22 lc rgb ink lw 1.4 front
plot NaN
