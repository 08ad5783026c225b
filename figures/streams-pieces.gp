# data: bandwidth-overlap bandwidth-copies bandwidth-journey
# explore: {"axis": "piece", "x": "elements per piece", "of": "ms", "unit": "ms", "linear": ["y"], "series": {"pieces": [1, "in pieces, two streams"]}}
eval picture(narrow ? 400 : 360)
all_in = all_out = cores = one = 0
large(row) = column("bytes") == 2**28 && strcol("memory") eq "pinned" && strcol("direction") eq row
stats bandwidth_copies using (large("in") ? (all_in = 2 * column("ms")) : large("out") ? (all_out = column("ms")) : 0) nooutput
whole(row) = column("n") == 2**26 && strcol("variant") eq row
stats bandwidth_journey using (whole("cores") ? (cores = column("ms")) : whole("pinned") ? (one = column("ms")) : 0) nooutput

set logscale x 2
set xrange [2**15.5:2**24.5]
set format x "2^{%L}"
set xtics 2**16, 4, 2**24 offset 0,0.2
set xlabel "elements per piece" offset 0,0.5
set yrange [0:25]
set ytics 5
set grid ytics ls 100
set ylabel "ms" offset 1,0
set lmargin 6
set rmargin 2
set samples 300
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key top right Left reverse samplen 2 spacing 1.25 }
pieces = 'strcol("variant") eq "pieces"'
plot bandwidth_overlap using (@pieces ? column("piece") : NaN):"ms" with linespoints lw 1.8 pt 7 lc rgb series_1 title "in pieces, two streams", \
  one with lines lw 1.4 dt (5,3) lc rgb series_4 title "in one piece", \
  all_in + all_out * x / 2**26 with lines lw 1.4 lc rgb faint title "bound by the copies", \
  cores with lines lw 1.4 dt (2,3) lc rgb series_3 title "all cores of the CPU"
