# data: larger-than-one-scan two-gpus-sums
# explore: {"x": "number of integers n", "of": "series:one, 1/ms", "unit": "times as fast as one GPU", "linear": ["y"], "names": ["variant", "gpus"], "series": {"dealt, 2": [1, "dealt out"], "parts, 2": [2, "in parts"]}}
eval picture(narrow ? 380 : 340)
set logscale x 2
set xrange [2**19.5:2**32.5]
set format x "2^{%L}"
set xtics 2**20, 16, 2**32 offset 0,0.2
set xlabel "number of integers {/:Italic n}" offset 0,0.5
set yrange [0:2.4]
set ytics 0.5
set grid ytics ls 100
set ylabel "times as fast as one GPU" offset 0.5,0
set lmargin 8
set rmargin 2
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.2 }
array one[40]
place(n) = int(log(n) / log(2) * 3 + 0.5) - 59
stats larger_than_one_scan using (strcol("variant") eq "one" ? (one[place(column("n"))] = column("ms")) : 0) nooutput
all = 2.**32
read = 0
stats two_gpus_sums using (strcol("variant") eq "one" && column("n") == all ? (read = column("ms")) : 0) nooutput
bound = 2 * one[place(all)] / (read + one[place(all)])
gain(way) = strcol("variant") eq way && column("gpus") == 2 ? one[place(column("n"))] / column("ms") : NaN
plot bound with lines lw 1.6 dt (7,4) lc rgb faint title "bound in parts", \
  larger_than_one_scan using "n":(gain("dealt")) with linespoints lw 2.4 pt 7 lc rgb series_1 title "dealt out", \
  larger_than_one_scan using "n":(gain("parts")) with linespoints lw 1.8 pt 5 lc rgb series_2 title "in parts"
