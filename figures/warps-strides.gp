# data: warps-strides warps-offsets warps-stride-counts warps-offset-counts
# explore: {"x": "stride", "of": "1/ms", "times": 0.268435456, "unit": "TB/s", "linear": ["x", "y"]}
eval picture(470)
array stride_sectors[32]
stats warps_stride_counts using (stride_sectors[int(column("stride"))] = column("sectors")) nooutput
# Bytes per second, by four bytes per element that are asked for, or by the sectors of a warp of 32.
asked = 'column("n") * 8 / column("ms") / 1e9'
moved(sectors) = column("n") * (sectors + 4.) / column("ms") / 1e9

set grid ytics ls 100
set style line 101 lc rgb series_4 pt 7 ps 0.6 lw 1.8
set style line 102 lc rgb series_1 pt 7 ps 0.7 lw 1.8
set style line 103 lc rgb series_1 pt 6 ps 1 lw 1.2 dt (4,3)
set style line 104 lc rgb series_2 pt 4 ps 1 lw 1.2
pairs(stride) = stride < 16 ? 4 * stride : 64  # in sectors, those of pairs that a warp's floats lie in
set multiplot
set xtics 8 offset 0,0.2

set lmargin at screen 0.115
set rmargin at screen 0.53
set xrange [0:33]
set tmargin at screen 0.97
set bmargin at screen 0.62
set format x ""
set yrange [0:35]
set ytics 8
set ylabel "sectors per request" offset 1.2,0
plot warps_stride_counts using "stride":"sectors" with linespoints ls 101
set tmargin at screen 0.55
set bmargin at screen 0.12
set format x "%g"
set xlabel "stride" offset 0,0.5
set yrange [0:5]
set ytics 1
set ylabel "TB/s" offset 0.2,0
set label (narrow ? "in pairs" : "moved, in pairs") at 24, 4.75 center tc rgb series_2
set label (narrow ? "singly" : "moved, singly") at 24, 2.95 center tc rgb series_1
set label "asked for" at 24, 1.15 center tc rgb series_1
plot warps_strides using "stride":(moved(stride_sectors[int(column("stride"))])) with linespoints ls 103, \
  warps_strides using "stride":(column("stride") < 8 ? NaN : moved(pairs(column("stride")))) \
    with linespoints ls 104, \
  warps_strides using "stride":(@asked) with linespoints ls 102
unset label

set lmargin at screen 0.575
set rmargin at screen 0.99
unset ylabel
set format y ""
set tmargin at screen 0.97
set bmargin at screen 0.62
set format x ""
unset xlabel
set yrange [0:35]
set ytics 8
plot warps_offset_counts using "offset":"sectors" with linespoints ls 101
set tmargin at screen 0.55
set bmargin at screen 0.12
set format x "%g"
set xlabel "offset" offset 0,0.5
set yrange [0:5]
set ytics 1
plot warps_offsets using "offset":(@asked) with linespoints ls 102
unset multiplot
