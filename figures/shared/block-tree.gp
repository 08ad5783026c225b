# A reduction of 16 elements by one block, after `kernel` (0: modulo, 1: strided, 2: sequential): a row of places for
# each round, in each place that is written the thread that writes it, and lines from the two places that it reads.
# Below, which lanes of four warps of four have work in each round; those of kernels 1 and 2 are the same.
places = 16
rounds = 4
# In round r, is place p written, by which thread, and how far away is the other place that is read?
distance(r) = kernel == 2 ? places / 2 ** r : 2 ** (r - 1)
written(r, p) = kernel == 2 ? p < distance(r) : int(p) % int(2 * distance(r)) == 0
writer(r, p) = kernel == 1 ? p / (2 * distance(r)) : p
working(r, t) = kernel == 0 ? int(t) % int(2 * distance(r)) == 0 : kernel == 1 ? t * 2 * distance(r) < places : t < distance(r)

# Without the lanes, a picture ends below the tree.
lanes_too = kernel < 2
eval picture(lanes_too ? (narrow ? 300 : 315) : (narrow ? 160 : 170))
unset datafile columnheaders
set margins at screen (narrow ? 0.25 : 0.16), screen (narrow ? 0.99 : 0.98), at screen 0.01, screen 0.98
unset border
unset tics
set xrange [-0.5:places-0.5]
set yrange [lanes_too ? -8.15 : -4.4:0.5]
set label "elements" at -0.8, 0 right tc rgb faint
do for [r=1:rounds] {
  set label sprintf("round %d", r) at -0.8, -r right tc rgb faint
  if (lanes_too) { set label sprintf("round %d", r) at -0.8, -4.9 - 0.7 * r right tc rgb faint }
}
if (lanes_too) { set label "warps" at -0.8, -4.95 right tc rgb faint }
if (lanes_too) { do for [w=0:3] { set label sprintf("warp %d", w) at 4 * w + 1.5, -4.95 center tc rgb faint font ",12"; set object 1 + w rectangle from 4 * w - 0.42, -8.05 to 4 * w + 3.42, -5.25 fs empty border lc rgb line lw 1 } }
set style arrow 1 nohead lc rgb series_1 lw 1.2
size = narrow ? ",12" : ",14"

r_of(i) = int(i) / places
p_of(i) = int(i) % places
later(i) = r_of(i) > 0 && written(r_of(i), p_of(i)) ? p_of(i) : NaN
far(i) = distance(r_of(i))
works(i) = lanes_too && r_of(i) > 0 && working(r_of(i), p_of(i)) ? p_of(i) + 0.08 * (1.5 - p_of(i) % 4) : NaN
set samples (rounds + 1) * places
lanes_plot = lanes_too ? ', "+" using (works($0)):(-4.9 - 0.7 * r_of($0)) with points pt 5 ps (narrow ? 1 : 1.5) lc rgb series_1' : ""

# Lines leave room for the numbers.
plot "+" using (later($0)):(-r_of($0) + 0.72):(0):(-0.42) with vectors arrowstyle 1, \
  "+" using (later($0) + far($0) - 0.25):(-r_of($0) + 0.72):(0.55 - far($0)):(-0.45) with vectors arrowstyle 1, \
  "+" using (r_of($0) == 0 ? p_of($0) : NaN):(0):(sprintf("%d", p_of($0))) with labels tc rgb faint font size, \
  "+" using (later($0)):(-r_of($0)):(sprintf("%d", writer(r_of($0), p_of($0)))) with labels font size @lanes_plot
