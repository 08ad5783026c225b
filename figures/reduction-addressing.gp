# Three reductions of 16 elements by one block: a row of places for each round, in each place that is written
# the thread that writes it, and lines from the two places that it reads.
places = 16
rounds = 4
titles = "modulo strided sequential"
# In round r of kernel k (0: modulo, 1: strided, 2: sequential), is place p written, by which thread, and how
# far away is the other place that is read?
distance(k, r) = k == 2 ? places / 2 ** r : 2 ** (r - 1)
written(k, r, p) = k == 2 ? p < distance(k, r) : int(p) % int(2 * distance(k, r)) == 0
writer(k, r, p) = k == 1 ? p / (2 * distance(k, r)) : p

eval picture(3 * 205)
unset datafile columnheaders
set margins at screen (narrow ? 0.25 : 0.16), screen (narrow ? 0.99 : 0.98), at screen 0.02, screen 0.97
unset border
unset tics
circle = narrow ? 1.9 : 2.7
apart = 5.4
set xrange [-0.5:places-0.5]
set yrange [-3*apart+0.4:0.8]
level(k, r) = -apart * k - r
do for [k=0:2] {
  set label word(titles, k + 1) at -0.8, level(k, 0) right
  do for [r=1:rounds] { set label sprintf("round %d", r) at -0.8, level(k, r) right tc rgb faint }
}
set style arrow 1 nohead lc rgb series_1 lw 1.6
# One index for kernel, round (from 0) and place.
k_of(i) = int(i) / ((rounds + 1) * places)
r_of(i) = int(i) / places % (rounds + 1)
p_of(i) = int(i) % places
y_of(i) = level(k_of(i), r_of(i))
first(i) = r_of(i) == 0 ? p_of(i) : NaN
later(i) = r_of(i) > 0 && written(k_of(i), r_of(i), p_of(i)) ? p_of(i) : NaN
set samples 3 * (rounds + 1) * places

plot "+" using (later($0)):(y_of($0)):(0):(1) with vectors arrowstyle 1, \
  "+" using (later($0)):(y_of($0)):(distance(k_of($0), r_of($0))):(1) with vectors arrowstyle 1, \
  "+" using (first($0)):(y_of($0)) with points pt 7 ps circle lc rgb paper, \
  "+" using (first($0)):(y_of($0)) with points pt 6 ps circle lw 1 lc rgb faint, \
  "+" using (first($0)):(y_of($0)):(sprintf("%d", p_of($0))) with labels tc rgb faint, \
  "+" using (later($0)):(y_of($0)) with points pt 7 ps circle lc rgb paper, \
  "+" using (later($0)):(y_of($0)) with points pt 6 ps circle lw 2 lc rgb series_1, \
  "+" using (later($0)):(y_of($0)):(sprintf("%d", writer(k_of($0), r_of($0), p_of($0)))) with labels
