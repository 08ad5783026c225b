# data: many-processes-sums many-processes-four
# explore: {"data": "many-processes-four", "x": "bytes", "of": "ms", "times": 1000, "unit": "µs", "series": {"memory": [5, "our kernel, four processes"], "two": [2, "NCCL, four processes"]}}
eval picture(narrow ? 430 : 340)
set logscale x 2
set xrange [2**2.5:2**27.5]
set format x "2^{%L}"
set xtics 2**3, 64, 2**27 offset 0,0.2
set xlabel "bytes" offset 0,0.5
set logscale y
set yrange [5:3000]
set format y "%g"
set grid ytics ls 100
set ylabel "µs" offset 1,0
set lmargin 8
set rmargin 2
if (narrow) { set key below vertical maxrows 6 Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.2 }
taken(way) = strcol("variant") eq way ? 1000 * column("ms") : NaN
# Of two processes, two points of each row.
row(way, bytes) = strcol("variant") eq way && column("bytes") == bytes
short = 2**11
largest = 2**27
do for [way in "two memory"] {
  first = last = 0
  stats many_processes_sums using (row(way, short) ? (first = 1000 * column("ms")) : row(way, largest) ? (last = 1000 * column("ms")) : 0) nooutput
  eval sprintf("first_%s = %g; last_%s = %g", way, first, way, last)
}
model(s, first, last, arrays) = first + arrays * (s - short) / (largest - short) * (last - first)
set samples 200
plot model(x, first_two, last_two, 1.5) with lines lw 1.2 lc rgb series_2 notitle, model(x, first_memory, last_memory, 3) with lines lw 1.2 lc rgb series_5 notitle, \
  many_processes_four using "bytes":(taken("memory")) with points pt 13 lc rgb series_5 title "our kernel, four processes", \
  many_processes_four using "bytes":(taken("two")) with points pt 5 lc rgb series_2 title "NCCL, four processes"
