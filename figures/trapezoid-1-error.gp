# data: trapezoid-1-times
# explore: {"x": "number of strips n", "of": "integral", "from": 24, "unit": "distance from 24", "series": {"atomic": [2, "atomic per thread"], "serial": [6, "serial, on the CPU"]}}
eval picture(360)
eval strips
eval range(1e-8, 1e2)
set format y "10^{%L}"
set ytics 100
set mytics 1
set ylabel "distance from 24" offset 1,0

# The integral is 24.
y_of(v) = abs(of(v, "integral") - 24)
low_of(v) = y_of(v)
high_of(v) = y_of(v)
shown = "atomic serial"
table(v) = trapezoid_1_times

# The rule's own error is h^2, a straight line here.
set arrow 100 from 2**10, (6. / 2**10)**2 to 6 / sqrt(lowest), lowest nohead lw 1.8 dt (2,4) lc rgb faint
set label 100 "the rule’s own error, {/:Italic h}^2" at 2**14.5, 5e-7 tc rgb faint

load "lines.gp"
