# Arrays through the busiest link, by the number of GPUs. Nothing is measured here: each line is a formula.
eval picture(narrow ? 520 : 400)
set xrange [1.7:8.3]
set xtics 2, 1, 8 offset 0,0.2
set xlabel "number of GPUs" offset 0,0.5
set yrange [0:14.5]
set ytics 2
set grid ytics ls 100
set ylabel "arrays" offset 1,0
set lmargin 6
set rmargin 2
set key below Left reverse samplen 2 maxcols (narrow ? 1 : 2) title " "
set samples 7
set xrange [2:8]
set autoscale xfix
set offsets 0.2, 0.2, 0, 0
plot 2 * (x - 1) with linespoints lw 1.8 pt 4 lc rgb series_2 title "gather and broadcast", \
  4. / 3 * (x - 1) with linespoints lw 1.8 pt 7 lc rgb series_1 title "words", \
  x - 1 with linespoints lw 1.8 pt 5 lc rgb series_3 title "one-shot", \
  8. / 3 * (x - 1) / x with linespoints lw 1.8 dt (5,3) pt 6 lc rgb series_5 title "words, twice", \
  2 * (x - 1) / x with linespoints lw 2.4 pt 9 lc rgb series_4 title "ring, two-shot, posted"
