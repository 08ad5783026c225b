# data: scan-blocks scan-warps
# explore: {"x": "threads per block", "of": "ms", "unit": "time, ms", "linear": ["y"], "where": {"n": 268435456}, "series": {"stride-32": [2, "through rows, stride 32"], "stride-33": [3, "through rows, stride 33"], "shuffles": [1, "by shuffles"]}}
# The time for 2^28 integers, each block scanning its own, against the block; and that of a copy.
eval picture(320)
copy = highest = 0
stats scan_warps using (strcol("variant") eq "copy" && column("n") == 2 ** 28 ? (copy = column("ms")) : 0) nooutput
stats scan_blocks using (column("n") == 2 ** 28 && column("ms") > highest ? (highest = column("ms")) : 0) nooutput
time_of(variant) = strcol("variant") eq variant && column("n") == 2 ** 28 ? column("ms") : NaN
set logscale x 2
set xrange [220:1200]
set xtics (256, 512, 1024) offset 0,0.2
set xlabel "threads per block" offset 0,0.5
set yrange [0:1.5 * highest]
set ylabel "time, ms" offset 1,0
set grid ytics ls 100
set lmargin narrow ? 7 : 9
set key top left reverse Left samplen 2 font ",13"
set style line 101 lw 1.8 pt 5 lc rgb series_2 dt (7,4)
set style line 102 lw 1.8 pt 9 ps 1.3 lc rgb series_3
set style line 103 lw 1.8 pt 7 ps 0.6 lc rgb series_1
plot scan_blocks using "block":(time_of("stride-32")) with linespoints ls 101 title "through rows, stride 32", \
  scan_blocks using "block":(time_of("stride-33")) with linespoints ls 102 title "through rows, stride 33", \
  scan_blocks using "block":(time_of("shuffles")) with linespoints ls 103 title "by shuffles", \
  copy with lines lw 1.6 lc rgb faint dt (2,4) title "a copy"
