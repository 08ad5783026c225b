# data: transpose-sides transpose-starts
# explore: {"x": "side of the block", "of": "ms", "times": 1000, "unit": "time, µs", "linear": ["y"], "where": {"n": 4096}, "series": {"read-in-rows": [2, "reads in rows"], "tile": [3, "by a tile"], "padded": [1, "by a padded tile"]}}
# The time for 4096 times 4096 floats against the side of the block, beside that of an empty kernel with as many blocks.
eval picture(340)
time_of(variant) = strcol("variant") eq variant && column("n") == 4096 ? 1e3 * column("ms") : NaN
highest = 0
stats transpose_sides using (column("n") == 4096 && column("ms") > highest ? (highest = column("ms")) : 0) nooutput
set logscale x 2
set xrange [7:36]
set xtics (8, 16, 32) offset 0,0.2
set xlabel "side of the block" offset 0,0.5
set yrange [0:1080 * highest]
set ylabel "time, µs" offset 1,0
set grid ytics ls 100
set lmargin narrow ? 8 : 10
set key top left reverse Left samplen 2 font ",13"
set style line 101 lw 1.8 pt 5 lc rgb series_2 dt (7,4)
set style line 102 lw 1.8 pt 9 lc rgb series_3
set style line 103 lw 1.8 pt 7 lc rgb series_1
set style line 104 lw 1.8 pt 2 lc rgb faint dt (2,4)
plot transpose_sides using "side":(time_of("read-in-rows")) with linespoints ls 101 title "reads in rows", \
  transpose_sides using "side":(time_of("tile")) with linespoints ls 102 title "by a tile", \
  transpose_sides using "side":(time_of("padded")) with linespoints ls 103 title "by a padded tile", \
  transpose_starts using "side":(1e3 * column("ms")) with linespoints ls 104 title "an empty kernel"
