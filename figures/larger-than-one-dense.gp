# data: larger-than-one-compaction two-gpus-links
# explore: {"axis": "kept", "x": "kept, in %", "of": "ms", "unit": "milliseconds", "linear": ["x", "y"], "names": ["variant", "gpus", "piece"], "where": {"n": 2147483648}, "series": {"one, 1, 0": [4, "one GPU"], "in turn, 2, 26": [3, "two, moved in turn"], "dense, 2, 26": [1, "two, moved meanwhile"]}}
eval picture(narrow ? 420 : 360)
own = write = 0
is_long(way) = column("bytes") == 2**30 && strcol("variant") eq way
stats two_gpus_links using (is_long("own") ? (own = 2 * column("bytes") / column("ms")) : is_long("write") ? (write = column("bytes") / column("ms")) : 0) nooutput
bytes = 2.**31 * 4 / 2
set xrange [0:105]
set xlabel "kept, in %" offset 0,0.5
set ylabel "milliseconds" offset 1,0
set yrange [0:*]
set grid ytics ls 100
set lmargin 8
set rmargin 2
if (narrow) { set key below vertical maxrows 6 Left reverse samplen 2 title " " } else { set key top left Left reverse samplen 2 spacing 1.2 }
of_way(way) = strcol("variant") eq way && column("n") == 2**31 && column("gpus") <= 2 && (column("piece") == 26 || column("piece") == 0) ? column("ms") : NaN
plot x < 0 ? NaN : bytes * (1 + 3 * x / 100) / own with lines lw 1.2 dt (5,3) lc rgb series_4 title "bound of memory, two GPUs", \
  bytes * x / 200 / write with lines lw 1.2 dt (2,3) lc rgb series_6 title "bound of the link", \
  larger_than_one_compaction using "kept":(of_way("one")) with linespoints lw 1.8 pt 5 lc rgb series_4 title "one GPU", \
  larger_than_one_compaction using "kept":(of_way("in turn")) with linespoints lw 1.8 pt 9 lc rgb series_3 title "two, moved in turn", \
  larger_than_one_compaction using "kept":(of_way("dense")) with linespoints lw 2.4 pt 7 lc rgb series_1 title "two, moved meanwhile"
