# data: trapezoid-3-twice reduction-twice
eval picture(360)
set logscale x
set xrange [4e-4:1e3]
set xtics ("1 µs" 1e-3, "10 µs" 1e-2, "100 µs" 0.1, "1 ms" 1, "10 ms" 10, "100 ms" 100, "1 s" 1000) offset 0,0.2
if (narrow) { set xtics ("1 µs" 1e-3, "100 µs" 0.1, "10 ms" 10, "1 s" 1000) }
set xlabel "first median" offset 0,0.5
set ylabel "second median, from the first" offset 0,0
set format y "%+g %%"
set grid ytics ls 100
set lmargin narrow ? 9 : 12
set rmargin narrow ? 2 : 4
set yrange [*<-4:4<*]
set key above horizontal reverse Left samplen 0.5 maxrows 1
if (narrow) { set key above vertical maxrows 3 }

of_host(text) = text[1:6] eq "serial"
apart(host) = of_host(strcol("about")) == host ? 100 * (column("ratio") - 1) : NaN
# Lines from zero take a fraction of the room that as many marks would.
plot 3 with lines lw 1 dt (4,4) lc rgb faint notitle, -3 with lines lw 1 dt (4,4) lc rgb faint notitle, \
  0 with lines lw 0.6 lc rgb faint notitle, \
  trapezoid_3_twice using "first_ms":(apart(1)) with points pt 9 ps 0.8 lc rgb series_2 title "on the host", \
  reduction_twice using "first_ms":(apart(1)) with points pt 9 ps 0.8 lc rgb series_2 notitle, \
  reduction_twice using "first_ms":(apart(0)) with impulses lw 1.6 lc rgb series_3 title "on the GPU, reduction", \
  trapezoid_3_twice using "first_ms":(apart(0)) with impulses lw 1.6 dt (3,1.5) lc rgb series_1 title "on the GPU, trapezoidal rule"
