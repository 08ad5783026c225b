# Where 32 warp sums lie among the banks of shared memory, by their distance.
eval picture(narrow ? 190 : 250)
unset datafile columnheaders
unset border
unset tics
panels = 3
array stride[panels] = [1, 32, 33]
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
# A panel is 32 banks wide and 32 rows of words high, with a gap between panels.
left(p) = 37 * (p - 1)
set xrange [-1.5:left(panels) + 33.5]
set yrange [-33:8]
do for [p=1:panels] {
  set object rectangle from left(p) - 0.7,-31.7 to left(p) + 31.7,0.7 fs empty border lc rgb line lw 1.2
  do for [b=1:31] { set arrow from left(p) + b - 0.5, -31.7 to left(p) + b - 0.5, 0.7 nohead lc rgb line lw 0.4 back }
  set label sprintf("stride %d", stride[p]) at first left(p) + 15.5, 5.8 center
  set label "bank 0" at first left(p) - 0.7, 2.4 left tc rgb faint font ",12"
  set label "31" at first left(p) + 31.7, 2.4 right tc rgb faint font ",12"
}
set samples 32
at(p, w) = stride[p] * w
plot for [p=1:panels] [w=0:31] "+" using (left(p) + int(at(p, $1)) % 32):(-floor(at(p, $1) / 32.)) with points pt 7 ps (narrow ? 0.3 : 0.45) lc rgb series_1
