# A reduction of 16 elements by one block, after `kernel` (0: modulo, 1: strided, 2: sequential): a row of places for
# each round, in each place that is written the thread that writes it, and lines from the two places that it reads.
# Below, which lanes of four warps of four have work in each round.
places = 16
rounds = 4
# In round r, is place p written, by which thread, and how far away is the other place that is read?
distance(r) = kernel == 2 ? places / 2 ** r : 2 ** (r - 1)
written(r, p) = kernel == 2 ? p < distance(r) : int(p) % int(2 * distance(r)) == 0
writer(r, p) = kernel == 1 ? p / (2 * distance(r)) : p
working(r, t) = kernel == 0 ? int(t) % int(2 * distance(r)) == 0 : kernel == 1 ? t * 2 * distance(r) < places : t < distance(r)

eval picture(narrow ? 330 : 350)
unset datafile columnheaders
set margins at screen (narrow ? 0.25 : 0.16), screen (narrow ? 0.99 : 0.98), at screen 0.01, screen 0.98
unset border
unset tics
circle = narrow ? 1.65 : 2.7
set xrange [-0.5:places-0.5]
set yrange [-8.85:0.7]
set label "elements" at -0.8, 0 right tc rgb faint
do for [r=1:rounds] { set label sprintf("round %d", r) at -0.8, -r right tc rgb faint }
set style arrow 1 nohead lc rgb series_1 lw 1.6

# Who works: four warps of four lanes.
set label "warps" at -0.8, -5.1 right tc rgb faint
do for [w=0:3] { set label sprintf("warp %d", w) at 4 * w + 1.5, -5.1 center tc rgb faint font ",12" }
do for [r=1:rounds] {
  y = -5.15 - 0.8 * r
  set label sprintf("round %d", r) at -0.8, y right tc rgb faint
  do for [t=0:places-1] {
    set object 100 + places * r + t rectangle from t - 0.42 + 0.06 * (1.5 - t % 4), y - 0.3 to t + 0.42 + 0.06 * (1.5 - t % 4), y + 0.3 \
      fc rgb (working(r, t) ? series_1 : paper) fs solid border lc rgb (working(r, t) ? series_1 : line)
  }
}

r_of(i) = int(i) / places
p_of(i) = int(i) % places
y_of(i) = -r_of(i)
first(i) = r_of(i) == 0 ? p_of(i) : NaN
later(i) = r_of(i) > 0 && written(r_of(i), p_of(i)) ? p_of(i) : NaN
set samples (rounds + 1) * places

plot "+" using (later($0)):(y_of($0)):(0):(1) with vectors arrowstyle 1, \
  "+" using (later($0)):(y_of($0)):(distance(r_of($0))):(1) with vectors arrowstyle 1, \
  "+" using (first($0)):(y_of($0)) with points pt 7 ps circle lc rgb paper, \
  "+" using (first($0)):(y_of($0)) with points pt 6 ps circle lw 1 lc rgb faint, \
  "+" using (first($0)):(y_of($0)):(sprintf("%d", p_of($0))) with labels tc rgb faint font (narrow ? ",12" : ",14"), \
  "+" using (later($0)):(y_of($0)) with points pt 7 ps circle lc rgb paper, \
  "+" using (later($0)):(y_of($0)) with points pt 6 ps circle lw 2 lc rgb series_1, \
  "+" using (later($0)):(y_of($0)):(sprintf("%d", writer(r_of($0), p_of($0)))) with labels font (narrow ? ",12" : ",14")
