# Which elements the threads of a small grid take in a grid-stride loop.
eval picture(150)
unset datafile columnheaders
unset border
unset tics
threads = narrow ? 4 : 8
n = narrow ? 10 : 20
set xrange [-0.8:n - 0.2]
set yrange [-1.5:2.4]
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
array colours[3] = [series_1, series_2, series_4]
do for [i=0:n - 1] {
  colour = colours[i / threads + 1]
  set object rectangle from i - 0.42,0 to i + 0.42,1 fc rgb colour fs solid 0.15 border lc rgb colour
  set label sprintf("%d", i % threads) at first i, 0.5 center front
  set label sprintf("%d", i) at first i, -0.6 center tc rgb faint
}
do for [pass=0:2] {
  first = pass * threads
  last = first + threads > n ? n - 1 : first + threads - 1
  set label (narrow ? (pass == 0 ? "1st" : pass == 1 ? "2nd" : "3rd") : (pass == 0 ? "first pass" : pass == 1 ? "second" : "third")) at first (first + last) / 2.0, 1.75 center tc rgb colours[pass + 1]
}
plot NaN
