# data: many-gpus-times two-gpus-links two-gpus-latencies
# explore: {"x": "bytes", "of": "ms", "times": 1000, "unit": "µs per call", "where": {"devices": 2}, "series": {"gather": [2, "gather and broadcast"], "ring": [6, "ring"], "two-shot": [3, "two-shot"], "one-shot": [5, "one-shot"], "posted": [4, "posted"], "words": [1, "words"]}}
eval picture(narrow ? 470 : 430)
rate = nothing = message = 0
stats two_gpus_links using (strcol("variant") eq "engine" && column("bytes") == 2**30 ? (rate = column("bytes") / column("ms") / 1e3) : 0) nooutput
stats two_gpus_latencies using (strcol("what") eq "answer" ? (message = column("ms") * 1e3 / column("steps") / 2) : 0) nooutput
stats many_gpus_times using (strcol("variant") eq "empty" && column("devices") == 2 ? (nothing = column("ms") * 1e3) : 0) nooutput
set logscale x 2
set xrange [2**9.5:2**30.5]
set format x "2^{%L}"
set xtics 2**10, 16, 2**30 offset 0,0.2
set xlabel "bytes" offset 0,0.5
set logscale y
set yrange [1:10000]
set format y "%g"
set grid ytics ls 100
set ylabel "µs per call" offset 1,0
set lmargin 9
set rmargin 2
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.15 }
least(bytes) = bytes / rate > message + nothing ? bytes / rate : message + nothing
micro(way) = strcol("variant") eq way && column("devices") == 2 ? 1e3 * column("ms") : NaN
plot many_gpus_times using "bytes":(micro("gather")) with linespoints lw 1.8 pt 4 lc rgb series_2 title "gather and broadcast", \
  many_gpus_times using "bytes":(micro("ring")) with linespoints lw 1.8 pt 11 lc rgb series_6 title "ring", \
  many_gpus_times using "bytes":(micro("two-shot")) with linespoints lw 1.8 pt 5 lc rgb series_3 title "two-shot", \
  many_gpus_times using "bytes":(micro("one-shot")) with linespoints lw 1.8 dt (5,3) pt 6 lc rgb series_5 title "one-shot", \
  many_gpus_times using "bytes":(micro("posted")) with linespoints lw 1.8 pt 9 lc rgb series_4 title "posted", \
  many_gpus_times using "bytes":(micro("words")) with linespoints lw 2.4 pt 7 lc rgb series_1 title "words", \
  least(x) with lines lw 1.4 dt (2,4) lc rgb ink title "the bound"
