# data: many-processes-sums
# explore: {"x": "bytes", "of": "ms", "times": 1000, "unit": "µs", "series": {"sockets": [6, "NCCL, as if on two hosts"], "host": [4, "NCCL, without peer access"], "two": [2, "NCCL, two processes"], "memory": [5, "our kernel, two processes"]}}
eval picture(narrow ? 470 : 360)
set logscale x 2
set xrange [2**2.5:2**27.5]
set format x "2^{%L}"
set xtics 2**3, 64, 2**27 offset 0,0.2
set xlabel "bytes" offset 0,0.5
set logscale y
set format y "%g"
set grid ytics ls 100
set ylabel "µs" offset 1,0
set lmargin 9
set rmargin 2
if (narrow) { set key below vertical maxrows 6 Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.2 }
taken(way) = strcol("variant") eq way ? 1000 * column("ms") : NaN
# The model goes through two points of each row.
row(way, bytes) = strcol("variant") eq way && column("bytes") == bytes
short = 2**11
largest = 2**27
do for [way in "two memory host sockets"] {
  first = last = 0
  stats many_processes_sums using (row(way, short) ? (first = 1000 * column("ms")) : row(way, largest) ? (last = 1000 * column("ms")) : 0) nooutput
  eval sprintf("first_%s = %g; last_%s = %g", way, first, way, last)
}
model(s, first, last) = first + (s - short) / (largest - short) * (last - first)
set samples 200
plot model(x, first_sockets, last_sockets) with lines lw 1.2 lc rgb series_6 notitle, model(x, first_host, last_host) with lines lw 1.2 lc rgb series_4 notitle, model(x, first_two, last_two) with lines lw 1.2 lc rgb series_2 notitle, model(x, first_memory, last_memory) with lines lw 1.2 lc rgb series_5 notitle, \
  many_processes_sums using "bytes":(taken("sockets")) with points pt 11 lc rgb series_6 title "NCCL, as if on two hosts", \
  many_processes_sums using "bytes":(taken("host")) with points pt 4 lc rgb series_4 title "NCCL, without peer access", \
  many_processes_sums using "bytes":(taken("two")) with points pt 5 lc rgb series_2 title "NCCL, two processes", \
  many_processes_sums using "bytes":(taken("memory")) with points pt 13 lc rgb series_5 title "our kernel, two processes"
