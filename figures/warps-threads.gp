# data: warps-threads warps-published-threads
# explore: {"x": "threads", "of": "x/ms", "times": "most", "unit": "throughput, of the highest", "linear": ["y"], "series": {"all": [1, "ours, all work"], "half": [7, "ours, half of them"]}}
eval picture(380)
most = most_published = 0
stats warps_threads using (most = column("n") / column("ms") > most ? column("n") / column("ms") : most) nooutput
stats warps_published_threads using (most_published = column("rate") > most_published ? column("rate") : most_published) nooutput

set logscale x 2
set xrange [2**10:2**22]
set format x "2^{%L}"
set xtics 4 offset 0,0.2
set xlabel "threads" offset 0,0.5
set yrange [0:1.08]
set ytics 0.25
set grid ytics ls 100
set ylabel "part of the highest throughput" offset 1,0
set lmargin 8
set rmargin 2

rate(v) = strcol("variant") eq v ? column("n") / column("ms") : NaN
published(v) = strcol("variant") eq v ? column("rate") : NaN

set style line 101 lw 2.2 lc rgb series_1 pt 7
set style line 102 lw 1.2 lc rgb series_1 dt (4,3) pt 6 ps 1.5
set style line 103 lw 2.2 lc rgb series_2 pt 5
set style line 104 lw 1.2 lc rgb series_2 dt (4,3) pt 4 ps 1.5
set key bottom right Right samplen 2.5 spacing 1.25
if (narrow) {
  eval picture(440)
  set key below Left reverse samplen 2
}
plot warps_published_threads using "n":(published("all") / most_published) with linespoints ls 103 title "2012, all work", \
  warps_published_threads using "n":(published("half") / most_published) with linespoints ls 104 title "2012, half of them", \
  warps_threads using "n":(rate("all") / most) with linespoints ls 101 title "ours, all work", \
  warps_threads using "n":(rate("half") / most) with linespoints ls 102 title "ours, half of them"
