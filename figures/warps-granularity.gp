# data: warps-granularity
# explore: {"axis": "stride", "x": "stride", "of": "ms", "unit": "ms", "names": ["granularity"], "series": {"32": [1, "32 bytes at a time"], "64": [2, "64 bytes at a time"], "128": [4, "128 bytes at a time"]}}
# Time against the stride, by the bytes that L2 was asked to fetch at a time; dotted, where it should stop rising.
eval picture(narrow ? 360 : 330)
set logscale xy 2
set xrange [1:narrow ? 36 : 34]
set xtics 2 offset 0,0.2
set xlabel "stride" offset 0,0.5
set yrange [0.09:1.6]
set ytics (0.125, 0.25, 0.5, 1)
set grid ytics ls 100
set ylabel "ms" offset 1.5,0
set lmargin 9
set rmargin narrow ? 10 : 17
asked(bytes) = column("granularity") == bytes ? column("ms") : NaN
array colours[3] = [series_1, series_2, series_4]
array marks[3] = [7, 5, 9]
array last[3]
do for [i=1:3] {
  stats warps_granularity using (column("granularity") == 16 * 2 ** i && column("stride") == 32 ? (last[i] = column("ms")) : 0) nooutput
  set label sprintf(narrow ? "%d bytes" : "%d bytes at a time", 16 * 2 ** i) at graph 1.03, first last[i] * (i == 1 ? 0.92 : i == 2 ? 1.09 : 1) left tc rgb colours[i]
  set arrow from 4 * 2 ** i, 0.09 to 4 * 2 ** i, graph 1 nohead lc rgb colours[i] lw 1.2 dt (2,3) back
}
plot for [i=1:3] warps_granularity using "stride":(asked(16 * 2 ** i)) with linespoints lw 1.8 pt marks[i] lc rgb colours[i]
