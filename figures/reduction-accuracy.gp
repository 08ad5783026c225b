# data: reduction-accuracy
# The relative error of sums of random floats against their number.
eval picture(340)
error_of(variant) = strcol("variant") eq variant && column("error") > 0 ? column("error") : NaN
set logscale x 2
set logscale y
set xrange [2 ** 19:2 ** 29]
set format x "2^{%L}"
set xtics 2 ** 20, 16 offset 0,0.2
set xlabel "number of floats" offset 0,0.5
set yrange [1e-9:100]
set format y "10^{%T}"
set ytics 1e-8, 100
set grid ytics ls 100
set ylabel "relative error" offset 1.5,0
set lmargin narrow ? 8.5 : 10
set key top left reverse Left samplen 2 font ",13"
set style line 101 lw 1.8 pt 5 lc rgb series_2 dt (7,4)
set style line 102 lw 1.8 pt 9 ps 1.2 lc rgb series_3
set style line 103 lw 1.8 pt 6 lc rgb ink dt (9,3,2,3)
set style line 104 lw 1.8 pt 7 lc rgb series_1
plot reduction_accuracy using "n":(error_of("serial")) with linespoints ls 101 title "one after the other", \
  reduction_accuracy using "n":(error_of("sequential")) with linespoints ls 102 title "the third step", \
  reduction_accuracy using "n":(error_of("library")) with linespoints ls 103 title "CUB", \
  reduction_accuracy using "n":(error_of("last")) with linespoints ls 104 title "the last kernel"
