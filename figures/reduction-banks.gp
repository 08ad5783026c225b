# The words that the first warp reads with its own index, among the banks, by distance: strided above, sequential below.
eval picture(narrow ? 330 : 350)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.2 : 0.15), screen 0.99, at screen 0.02, screen 0.97
panels = 4
array distance[panels] = [1, 2, 4, 16]
# Rows of 32 words; a block has 256 values, in 8 rows. Panels lie beside one another, kernels below.
left(p) = 37 * (p - 1)
set xrange [-1.5:left(panels) + 32.5]
set yrange [-26.5:3.2]
drawn(k) = k == 0 ? 0 : -15
do for [k=0:1] {
  do for [p=1:panels] {
    set object 1 + p + 10 * k rectangle from left(p) - 0.7, drawn(k) - 7.6 to left(p) + 31.7, drawn(k) + 0.6 fs empty border lc rgb line lw 1.2
    do for [b=4:28:4] { set arrow 100 + b + 40 * p + 200 * k from left(p) + b - 0.5, drawn(k) - 7.6 to left(p) + b - 0.5, drawn(k) + 0.6 nohead lc rgb line lw 0.5 back }
    set label 10 + p + 10 * k sprintf(narrow ? "%d" : "distance %d", distance[p]) at first left(p) + 15.5, drawn(k) + 2 center tc rgb faint font ",12"
    active = 128 / distance[p] < 32 ? 128 / distance[p] : 32
    queue = k == 1 ? 1 : (2 * distance[p] < 32 ? (active * 2 * distance[p] + 31) / 32 : active)
    set label 50 + p + 10 * k sprintf(queue == 1 ? "%d wavefront" : (narrow ? "%d" : "%d wavefronts"), queue) at first left(p) + 15.5, drawn(k) - 9 center tc rgb (queue > 1 ? series_2 : faint) font ",12"
    if (narrow) { set label 50 + p + 10 * k sprintf("%d", queue) }
  }
}
set label 90 "strided" at first -3, -3.5 right
set label 91 "sequential" at first -3, -18.5 right
if (narrow) { set label 92 "distance" at first -3, 2 right tc rgb faint font ",12"; set label 93 "wavefronts" at first -3, -9 right tc rgb faint font ",12"; set label 94 "distance" at first -3, -13 right tc rgb faint font ",12"; set label 95 "wavefronts" at first -3, -24 right tc rgb faint font ",12" }
set samples 32
lanes(p) = 128 / distance[p] < 32 ? 128 / distance[p] : 32
at(k, p, t) = k == 0 ? 2 * distance[p] * int(t) : int(t)
x_of(k, p, t) = t < lanes(p) ? left(p) + at(k, p, t) % 32 : NaN
y_of(k, p, t) = drawn(k) - at(k, p, t) / 32
plot for [p=1:panels] for [k=0:1] "+" using (x_of(k, p, $0)):(y_of(k, p, $0)) with points pt 7 ps (narrow ? 0.3 : 0.4) lc rgb (k == 0 ? series_2 : series_1)
