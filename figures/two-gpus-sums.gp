# data: two-gpus-sums
# explore: {"x": "number of floats n", "of": "series:one/ms", "unit": "times as fast as one GPU", "linear": ["y"], "series": {"exchange": [1, "exchanged"], "events": [3, "added on GPU 0"], "host": [4, "added by the host"], "afar": [2, "one reads both"]}}
eval picture(narrow ? 440 : 380)
set logscale x 2
set xrange [2**15.5:2**32.5]
set format x "2^{%L}"
set xtics 2**16, 16, 2**32 offset 0,0.2
set xlabel "number of floats {/:Italic n}" offset 0,0.5
set yrange [0:2.6]
set ytics 0.5
set grid ytics ls 100
set ylabel "times as fast as one GPU" offset 1,0
set lmargin 8
set rmargin 2
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.2 }
array one[17]
place(n) = int(log(n) / log(2) + 0.5) - 15
stats two_gpus_sums using (strcol("variant") eq "one" ? (one[place(column("n"))] = column("ms")) : 0) nooutput
gain(way) = strcol("variant") eq way ? one[place(column("n"))] / column("ms") : NaN
plot 1 with lines lw 1.2 dt (2,4) lc rgb faint notitle, \
  two_gpus_sums using "n":(gain("exchange")) with linespoints lw 2.4 pt 7 lc rgb series_1 title "exchanged", \
  two_gpus_sums using "n":(gain("events")) with linespoints lw 1.8 pt 9 lc rgb series_3 title "added on GPU 0", \
  two_gpus_sums using "n":(gain("host")) with linespoints lw 1.8 pt 5 lc rgb series_4 title "added by the host", \
  two_gpus_sums using "n":(gain("afar")) with linespoints lw 1.8 dt (5,3) pt 4 lc rgb series_2 title "one reads both"
