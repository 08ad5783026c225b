# Tile 5 looks back at the tiles before it.
eval picture(165)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -3.2 : -2.4:12.1]
set yrange [0.2:4.3]

# Six tiles with their aggregates; tiles 0 and 1 have inclusive prefixes.
array total[6] = [9, 4, 7, 2, 6, 3]
array prefix[6] = [9, 13, 0, 0, 0, 0]
set label "tile" at -0.2, 3.9 right tc rgb faint
set label "aggregate" at -0.2, 2.9 right tc rgb faint
set label "inclusive\nprefix" at -0.2, 2.1 right tc rgb faint
do for [t=0:5] {
  middle = 2 * t + 1
  read = t == 1 ? 2 : t > 1 && t < 5 ? 1 : 0
  set label sprintf("%d", t) at middle, 3.9 center tc rgb faint
  set object rectangle from middle - 0.85, 2.5 to middle + 0.85, 3.3 fs empty border lc rgb (read == 1 ? series_1 : line) lw (read == 1 ? 2 : 1)
  set label sprintf("%d", total[t + 1]) at middle, 2.9 center tc rgb (read == 1 ? series_1 : ink)
  set object rectangle from middle - 0.85, 1.5 to middle + 0.85, 2.3 fs empty border lc rgb (read == 2 ? series_1 : line) lw (read == 2 ? 2 : 1)
  if (t < 2) {
    set label sprintf("%d", prefix[t + 1]) at middle, 1.9 center tc rgb (read == 2 ? series_1 : ink)
  }
}
set arrow from 11, 1.1 to 3, 1.1 lc rgb series_1 lw 1.6
set label "6 + 2 + 7 + 13 = 28" at 7, 0.6 center tc rgb series_1

plot NaN notitle
