# data: many-processes-sums
# explore: {"x": "bytes", "of": "ms", "times": 1000, "unit": "µs", "series": {"sockets": [6, "NCCL, as if on two hosts"], "host": [4, "NCCL, without peer access"], "one": [1, "NCCL, one process"], "two": [2, "NCCL, two processes"], "memory in one": [3, "our kernel, one process"], "memory": [5, "our kernel, two processes"]}}
eval picture(narrow ? 500 : 400)
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
plot many_processes_sums using "bytes":(taken("sockets")) with linespoints lw 1.8 dt (2,3) pt 11 lc rgb series_6 title "NCCL, as if on two hosts", \
  many_processes_sums using "bytes":(taken("host")) with linespoints lw 1.8 dt (5,3) pt 4 lc rgb series_4 title "NCCL, without peer access", \
  many_processes_sums using "bytes":(taken("one")) with linespoints lw 1.8 pt 7 lc rgb series_1 title "NCCL, one process", \
  many_processes_sums using "bytes":(taken("two")) with linespoints lw 1.8 pt 5 lc rgb series_2 title "NCCL, two processes", \
  many_processes_sums using "bytes":(taken("memory in one")) with linespoints lw 1.8 pt 9 lc rgb series_3 title "our kernel, one process", \
  many_processes_sums using "bytes":(taken("memory")) with linespoints lw 1.8 pt 13 lc rgb series_5 title "our kernel, two processes"
