# data: many-gpus-times
# explore: {"x": "bytes", "of": "ms/series:last", "unit": "times as long as the choice", "linear": ["y"], "series": {"words": [1, "words"], "words-twice": [2, "words, twice"], "two-shot": [3, "two-shot"], "posted": [4, "posted"], "engines": [6, "engines"]}}
# On four GPUs: the time of a way, divided by that of the way that is chosen by the size.
eval picture(narrow ? 430 : 350)
set logscale x 2
set xrange [2**9.5:2**30.5]
set format x "2^{%L}"
set xtics 2**10, 16, 2**30 offset 0,0.2
set xlabel "bytes" offset 0,0.5
set yrange [0.8:3]
set ytics 1, 0.5
set grid ytics ls 100
set ylabel "times as long as the choice" offset 1,0
set lmargin 7
set rmargin 2
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key above center horizontal Left reverse samplen 2 width 1 }
array chosen[31]
place(bytes) = int(log(bytes) / log(2) + 0.5)
of_four(way) = strcol("variant") eq way && column("devices") == 4
stats many_gpus_times using (of_four("last") ? (chosen[place(column("bytes"))] = column("ms")) : 0) nooutput
ratio(way) = of_four(way) ? column("ms") / chosen[place(column("bytes"))] : NaN
plot 1 with lines lw 1.2 dt (2,4) lc rgb faint notitle, \
  many_gpus_times using "bytes":(ratio("words")) with linespoints lw 2.4 pt 7 lc rgb series_1 title "words", \
  many_gpus_times using "bytes":(ratio("words-twice")) with linespoints lw 1.8 pt 4 lc rgb series_2 title "words, twice", \
  many_gpus_times using "bytes":(ratio("two-shot")) with linespoints lw 1.8 dt (5,3) pt 6 lc rgb series_3 title "two-shot", \
  many_gpus_times using "bytes":(ratio("posted")) with linespoints lw 1.8 pt 9 lc rgb series_4 title "posted", \
  many_gpus_times using "bytes":(ratio("engines")) with linespoints lw 1.8 pt 11 lc rgb series_6 title "engines"
