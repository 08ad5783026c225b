# The integers around 2^24, and which of them are floats.
eval picture(150)
unset datafile columnheaders
unset border
unset tics
set xrange [-4.6:8.6]
set yrange [-1.5:2.2]
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set arrow from -4.5,0.6 to 8.5,0.6 nohead lc rgb faint
do for [k=-4:8] {
  is_float = k <= 0 || k % 2 == 0
  set object circle at first k,0.6 radius first 0.17 front fc rgb (is_float ? series_1 : paper) fs solid border lc rgb (is_float ? series_1 : series_2)
  if (k == 0 || (k % 4 == 0 && !narrow) || k == 1) {
    set label k == 0 ? "2^{24}" : (k < 0 ? sprintf("−%d", -k) : sprintf("+%d", k)) at first k, -0.3 center tc rgb (is_float ? ink : series_2)
  }
  if (!is_float) {
    to = int(k / 2) % 2 == 0 ? k - 1 : k + 1
    set arrow from k + 0.12 * (to - k), 0.85 to to, 0.85 filled size 0.16,20 lc rgb series_2
  }
}
set label "rounded to a neighbour" at first 4.5, 1.7 center tc rgb series_2
set label (narrow ? "every integer" : "every integer is a float") at first -2.2, 1.7 center tc rgb series_1
plot NaN
