# data: hybrid-sort-fills

# How full 256 buckets are by the highest eight bits, for keys of three kinds; cut off above 150.
eval picture(400)
set multiplot layout 3,1
kinds = "random bell narrow"
array titles[3] = ["random keys", narrow ? "means of two" : "means of two random numbers", narrow ? "neighbours" : "a million neighbouring values"]
room = 128
highest = 190.
set xrange [-1:256]
set yrange [0:highest]
set xtics 0, 64 scale 0.4
unset ytics
set border 1
do for [k=1:3] {
  set lmargin 9
  set rmargin 2
  set bmargin 2
  set tmargin 1
  unset label
  unset arrow
  most = 0
  stats hybrid_sort_fills using (strcol("data") eq word(kinds, k) ? (most = column("keys") > most ? column("keys") : most) : 0) nooutput
  set arrow 1 from -1, room to 256, room nohead lc rgb series_2 lw 1.4 dt (6,3) front
  set label 1 "room" at -4, room right tc rgb series_2 font ",12"
  set label 2 "mean" at -4, 64 right tc rgb faint font ",12"
  set label 3 sprintf(most > highest ? "%s: %d in one bucket" : "%s: %d at most", titles[k], int(most)) at (k == 3 ? 10 : 4), 170 left tc rgb ink
  plot hybrid_sort_fills using (strcol("data") eq word(kinds, k) && column("keys") > 0 ? column("bucket") : NaN):(column("keys") > 150 ? 150 : column("keys")) \
    with impulses lw (narrow ? 1 : 1.6) lc rgb series_1
}
unset multiplot
