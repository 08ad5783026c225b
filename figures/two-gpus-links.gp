# data: two-gpus-links
# explore: {"x": "bytes", "of": "x/ms", "times": 1e-06, "unit": "GB/s", "series": {"own": [1, "within one memory"], "write": [3, "a kernel writes"], "read": [2, "a kernel reads"], "engine": [4, "a copy engine"], "staged": [6, "through the host"]}}
eval picture(narrow ? 420 : 360)
set logscale x 2
set xrange [2**11.5:2**30.5]
set format x "2^{%L}"
set xtics 2**12, 16, 2**28 offset 0,0.2
set xlabel "bytes" offset 0,0.5
set logscale y
set yrange [0.1:5000]
set format y "%g"
set grid ytics ls 100
set ylabel "GB/s" offset 1,0
set lmargin 8
set rmargin 2
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key bottom right Left reverse samplen 2 spacing 1.2 }
rate(way) = strcol("variant") eq way ? column("bytes") / column("ms") / 1e6 : NaN
plot two_gpus_links using "bytes":(rate("own")) with linespoints lw 1.8 pt 7 lc rgb series_1 title "within one memory", \
  two_gpus_links using "bytes":(rate("write")) with linespoints lw 1.8 pt 9 lc rgb series_3 title "a kernel writes", \
  two_gpus_links using "bytes":(rate("read")) with linespoints lw 1.8 pt 5 lc rgb series_2 title "a kernel reads", \
  two_gpus_links using "bytes":(rate("engine")) with linespoints lw 1.8 dt (5,3) pt 4 lc rgb series_4 title "a copy engine", \
  two_gpus_links using "bytes":(rate("staged")) with linespoints lw 1.8 dt (2,3) pt 11 lc rgb series_6 title "through the host"
