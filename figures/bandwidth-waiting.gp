# data: bandwidth-waiting
# explore: {"x": "bytes that a thread waits for before it adds", "of": "ms", "unit": "ms", "linear": ["y"], "series": {"one|two|four|eight": [1, "one, two, four or eight floats"], "float4|two float4": [2, "one or two vectors float4"], "one in strides|float4 in strides": [4, "in strides: a float, a float4"], "one in large blocks": [5, "one float, in blocks of 1024"]}}
eval picture(narrow ? 420 : 340)
set logscale x 2
set xrange [6.5:80]
set xtics (8, 16, 32, 64) offset 0,0.2
set xlabel "bytes that a thread waits for before it adds" offset 0,0.5
set yrange [0:*]
set ytics 0.2
set grid ytics ls 100
set ylabel "ms" offset 1,0
set lmargin 7
set rmargin 2
if (narrow) { set key bmargin center maxcols 1 Left reverse samplen 2 title " " } else { set key bottom left Left reverse samplen 2.5 spacing 1.3 }

is(a, b, c, d) = strcol("variant") eq a || strcol("variant") eq b || strcol("variant") eq c || strcol("variant") eq d ? column("ms") : NaN
plot bandwidth_waiting using "bytes":(is("one", "two", "four", "eight")) with linespoints lw 1.8 pt 7 lc rgb series_1 title "one, two, four or eight floats", \
  "" using "bytes":(is("float4", "two float4", "", "")) with points lw 1.8 pt 4 ps 1.7 lc rgb series_2 title "one or two vectors float4", \
  "" using "bytes":(is("one in strides", "float4 in strides", "", "")) with points lw 1.8 pt 8 ps 1.5 lc rgb series_4 title "in strides: a float, a float4", \
  "" using "bytes":(is("one in large blocks", "", "", "")) with points lw 1.8 pt 2 ps 1.2 lc rgb series_5 title "one float, in blocks of 1024"
