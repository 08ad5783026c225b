# Shows the pictures that sectors.gp has added, with the bytes of a line below.
unset border
unset key
unset ytics
set xrange [0:128]
set yrange [-top:0]
set margins at screen (narrow ? 0.16 : 0.1), screen (narrow ? 0.95 : 0.97), screen 52. / picture_height, screen 1 - 4. / picture_height
set xtics 0, 32, 128 offset 0,0.4
set xlabel "byte in the line" offset 0,0.9
plot NaN
