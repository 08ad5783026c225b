# data: larger-than-one-sort
# explore: {"x": "number of keys n", "of": "series:one, 1/ms", "unit": "times as fast as one GPU", "linear": ["y"], "names": ["variant", "gpus"], "series": {"meanwhile, 4": [1, "4 GPUs: copied meanwhile"], "written, 4": [2, "4 GPUs: written"], "meanwhile, 2": [7, "2 GPUs: copied meanwhile"], "copied, 2": [3, "2 GPUs: copied first"], "written, 2": [8, "2 GPUs: written"]}}
eval picture(narrow ? 400 : 340)
set logscale x 2
set xrange [2**21.5:2**32.5]
set format x "2^{%L}"
set xtics 2**22, 8, 2**31 offset 0,0.2
set xlabel "number of keys {/:Italic n}" offset 0,0.5
set yrange [0:4]
set ytics 1
set grid ytics ls 100
set ylabel "times as fast as one GPU" offset 0.5,0
set lmargin 8
set rmargin 2
if (narrow) { set key below vertical maxrows 6 Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.2 }
array one[40]
place(n) = int(log(n) / log(2) * 3 + 0.5) - 59
stats larger_than_one_sort using (strcol("variant") eq "one" ? (one[place(column("n"))] = column("ms")) : 0) nooutput
gain(way, gpus) = strcol("variant") eq way && column("gpus") == gpus ? one[place(column("n"))] / column("ms") : NaN
four = 0
stats larger_than_one_sort using (column("gpus") == 4 ? (four = 1) : 0) nooutput
of_four = !four ? "" : \
  'larger_than_one_sort using "n":(gain("meanwhile", 4)) with linespoints lw 2.4 pt 7 lc rgb series_1 title "4 GPUs: copied meanwhile", ' \
  . 'larger_than_one_sort using "n":(gain("written", 4)) with linespoints lw 1.8 pt 5 lc rgb series_2 title "4 GPUs: written", '
plot 1 with lines lw 1.2 dt (2,4) lc rgb faint notitle, \
  @of_four \
  larger_than_one_sort using "n":(gain("meanwhile", 2)) with linespoints lw 2.4 pt 6 dt (8,5) lc rgb series_1 title "2 GPUs: copied meanwhile", \
  larger_than_one_sort using "n":(gain("copied", 2)) with linespoints lw 1.8 pt 8 dt (8,5) lc rgb series_3 title "2 GPUs: copied first", \
  larger_than_one_sort using "n":(gain("written", 2)) with linespoints lw 1.8 pt 4 dt (8,5) lc rgb series_2 title "2 GPUs: written"
