# What all figures share. `plot` runs this first, then NAME.gp. Before, it sets the variables series_1 to series_6,
# faint, line, paper and ink: colours of build-scripts/weave/pages/styles/1-colours.css.

# eval picture(HEIGHT): the canvas, 560 wide, which is the width of the text; or, for phones, 380 (`narrow`).
picture(height) = sprintf("picture_width = %d; picture_height = %d; ", narrow ? 380 : 560, height) \
  . "least_gap = 24. / picture_height; " \
  . sprintf("set terminal svg size %d,%d dynamic enhanced font ',14'", narrow ? 380 : 560, height)
eval picture(380)

set encoding utf8
set minussign
set datafile separator comma
set datafile columnheaders
set datafile missing NaN

set border 3 lc rgb ink
set tics nomirror out scale 0.6, 0.3
set pointsize 0.8
unset key
set style fill solid noborder

set style line 100 lc rgb line lw 0.8 dt solid  # the grid

# A variant looks the same in every figure; besides its colour, its mark and dashes tell it apart.
variants = ""
array names[20]
array colours[20]
variant(name, text, colour, look) = sprintf('variants = variants . " %s"; ', name) \
  . sprintf('names[words(variants)] = "%s"; colours[words(variants)] = %s; ', text, colour) \
  . sprintf('set style line words(variants) lw 1.8 lc rgb %s %s', colour, look)
eval variant("serial", "serial, on the CPU", "series_6", "dt (7,4) pt 7")
eval variant("atomic", "atomic per thread", "series_2", "pt 5")
eval variant("shuffle", "shuffles", "series_3", "pt 9")
eval variant("shared", "shared memory", "series_5", "dt (2,3) pt 4 ps 1.3")
eval variant("warp", "atomic per warp", "series_3", "pt 9")
eval variant("block", "atomic per block", "series_4", "pt 13")
eval variant("stride", "in strides", "series_5", "dt (5,3) pt 11")
eval variant("library", "CUB", "ink", "dt (9,3,2,3) pt 6")
eval variant("last", "the last kernel", "series_1", "pt 7")
set style line words(variants) lw 3
eval variant("nothing", "an empty launch", "faint", "dt (2,4) pt 2")
number(name) = sum [i=1:words(variants)] (word(variants, i) eq name ? i : 0)

# What lines.gp draws of a variant: columns of its rows of a table of times.
of(variant, name) = strcol("variant") eq variant ? column(name) : NaN
x_of(variant) = of(variant, "n")
y_of(variant) = of(variant, "ms")
low_of(variant) = of(variant, "lower_quartile")
high_of(variant) = of(variant, "upper_quartile")

# eval strips: the horizontal axis of sizes n.
strips = 'set logscale x 2; set xrange [2**10:2**28]; set format x "2^{%L}"; set xtics 2**10, 16 offset 0,0.2; ' \
  . 'set xlabel "number of strips {/:Italic n}" offset 0,0.5'

# eval range(LOWEST, HIGHEST): the vertical axis.
range(from, to) = sprintf('lowest = %g; highest = %g; ', from, to) \
  . 'set logscale y; set yrange [lowest:highest]; set grid ytics ls 100; set lmargin 10; set rmargin 20'

# eval times(LOWEST, HIGHEST): the vertical axis of times, in ms.
times(from, to) = range(from, to) . '; set ylabel "time" offset 1,0; ' \
  . 'set ytics ("1 ns" 1e-6, "10 ns" 1e-5, "100 ns" 1e-4, "1 µs" 1e-3, "10 µs" 1e-2, "100 µs" 0.1, ' \
  . '"1 ms" 1, "10 ms" 10, "100 ms" 100, "1 s" 1000)'
