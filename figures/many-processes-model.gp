# data: many-processes-sums
eval picture(narrow ? 420 : 360)
set logscale x 2
set xrange [2**2.5:2**27.5]
set format x "2^{%L}"
set xtics 2**3, 64, 2**27 offset 0,0.2
set xlabel "bytes" offset 0,0.5
set logscale y
set format y "%g"
set grid ytics ls 100
set ylabel "µs" offset 1,0
set lmargin 8
set rmargin 2
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.2 }
taken(way) = strcol("variant") eq way ? 1000 * column("ms") : NaN
array first[4]
array last[4]
array size[4]
ways = "two memory host sockets"
do for [k = 1:4] {
  first[k] = last[k] = size[k] = 0
  seen(us) = (us == us ? (column("bytes") == 8 ? (first[k] = us) : 0, column("bytes") > size[k] ? (size[k] = column("bytes"), last[k] = us) : 0) : 0, 0)
  stats many_processes_sums using (seen(taken(word(ways, k)))) nooutput
}
model(k, s) = s > size[k] ? NaN : first[k] + (s - 8) / (size[k] - 8) * (last[k] - first[k])
set samples 200
plot model(4, x) lw 1.2 lc rgb series_6 notitle, model(3, x) lw 1.2 lc rgb series_4 notitle, model(1, x) lw 1.2 lc rgb series_2 notitle, model(2, x) lw 1.2 lc rgb series_5 notitle, \
  many_processes_sums using "bytes":(taken("sockets")) with points pt 11 lc rgb series_6 title "NCCL, as if on two hosts", \
  many_processes_sums using "bytes":(taken("host")) with points pt 4 lc rgb series_4 title "NCCL, without peer access", \
  many_processes_sums using "bytes":(taken("two")) with points pt 5 lc rgb series_2 title "NCCL, two processes", \
  many_processes_sums using "bytes":(taken("memory")) with points pt 13 lc rgb series_5 title "our kernel, two processes"
