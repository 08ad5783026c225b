# data: reduction-few
# The time of short sums: by CUB, by many blocks and by one.
eval picture(350)
time_of(variant) = strcol("variant") eq variant ? 1e3 * column("ms") : NaN
set logscale x 2
set xrange [24:2 ** 15.5]
set format x "2^{%L}"
set xtics 2 ** 5, 4 offset 0,0.2
set xlabel "number of floats" offset 0,0.5
highest = 0
stats reduction_few using (column("ms") > highest ? (highest = column("ms")) : 0) nooutput
set yrange [0:(narrow ? 1900 : 1400) * highest]
set grid ytics ls 100
set ylabel "time, µs" offset 1,0
set lmargin narrow ? 7 : 9
set key top left reverse Left samplen 2 font ",13" maxrows (narrow ? 5 : 3)
set style line 101 lw 1.8 pt 6 lc rgb ink dt (9,3,2,3)
set style line 102 lw 1.8 pt 5 lc rgb series_2 dt (7,4)
set style line 103 lw 1.8 pt 9 ps 1.2 lc rgb series_3
set style line 104 lw 1.8 pt 13 lc rgb series_4
set style line 105 lw 1.8 pt 7 lc rgb series_1
plot reduction_few using "n":(time_of("library")) with linespoints ls 101 title "CUB", \
  reduction_few using "n":(time_of("by-blocks")) with linespoints ls 102 title "many blocks", \
  reduction_few using "n":(time_of("one-block")) with linespoints ls 103 title "one of 128", \
  reduction_few using "n":(time_of("few-128")) with linespoints ls 104 title "one of 128, at once", \
  reduction_few using "n":(time_of("few-1024")) with linespoints ls 105 title "one of 1024, at once"
