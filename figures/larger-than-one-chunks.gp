# data: larger-than-one-chunks
# explore: {"axis": "tiles", "x": "tiles per chunk", "of": "ms", "unit": "milliseconds", "where": {"gpus": 2}}
eval picture(narrow ? 340 : 300)
set logscale x 2
set logscale y 2
set xrange [0.8:90000]
set format x "2^{%L}"
set xtics 1, 16, 65536 offset 0,0.2
set xlabel "tiles per chunk" offset 0,0.5
set ylabel "milliseconds" offset 1,0
set ytics (1, 1.5, 2, 3, 4, 6, 8)
set grid ytics ls 100
set lmargin 8
set rmargin 2
plot larger_than_one_chunks using "tiles":(column("rows") == 7 && column("early") == 2 && column("gpus") == 2 ? column("ms") : NaN) with linespoints lw 2.4 pt 7 lc rgb series_1 notitle
