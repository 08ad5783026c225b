# data: warps-roofline warps-intensities warps-peaks
# explore: {"of": "x/ms", "times": 1000.0, "unit": "elements per second"}
eval picture(420)
bandwidth = roof = 0
stats warps_peaks using (bandwidth = column("read_bytes") / column("ms") * 1e3, \
  roof = 2 * column("float_units") * column("clock_khz") * 1e3) nooutput

# Of each kernel: operations and bytes for an element, counted; elements per second, timed.
kernels = "add strided 2_terms 8_terms 32_terms 128_terms 512_terms trapezoid"
shown = "addition addition,_stride_8 2_terms 8_terms 32_terms 128_terms 512_terms trapezoidal_rule"
spaced(name) = (at = strstrt(name, "_")) > 0 ? name[1:at - 1] . " " . spaced(name[at + 1:*]) : name
total = words(kernels)
array intensity[total]
array reached[total]
do for [i=1:total] {
  name = spaced(word(kernels, i))
  operations = 0
  stats warps_intensities using (strcol("variant") eq name ? (operations = column("operations") / column("n"), \
    intensity[i] = column("operations") / column("bytes")) : 0) nooutput
  stats warps_roofline using (strcol("variant") eq name ? \
    (reached[i] = operations * column("n") / column("ms") * 1e3) : 0) nooutput
}
unset datafile columnheaders

set logscale xy 10
least = 0.006
most = 1000
inside(i) = intensity[i] > most / 1.4 ? most / 1.4 : intensity[i]
set xrange [least:most]
set format x "%g"
set xtics offset 0,0.2
set xlabel "operations per byte" offset 0,0.5
set yrange [1e10:2e14]
set ytics ("10 GFLOP/s" 1e10, "100 GFLOP/s" 1e11, "1 TFLOP/s" 1e12, "10 TFLOP/s" 1e13, "100 TFLOP/s" 1e14)
if (narrow) {
  set ytics ("10 G" 1e10, "100 G" 1e11, "1 T" 1e12, "10 T" 1e13, "100 T" 1e14)
  set ylabel "operations per second (FLOP/s)" offset 1,0
}
set grid ytics ls 100
set lmargin narrow ? 8.5 : 14
set rmargin 2
set style line 101 lw 2.2 lc rgb faint
set style line 102 lc rgb series_1 pt 7 ps 1.1
set samples 2  # straight lines, on these axes
corner = roof / bandwidth
# Below the slope there is room on the right, at the roof above it and, for what stands at the edge, below.
do for [i=1:total] {
  name = spaced(word(shown, i))
  if (intensity[i] * bandwidth < roof) {
    near = intensity[i] * bandwidth > roof / 4
    if (near) {
      set label name at inside(i), reached[i] offset -1, 0.3 right
    } else {
      set label name at inside(i), reached[i] offset 1, -0.3 left
    }
  } else {
    if (intensity[i] > most) {
      set label name at most, reached[i] offset -0.5, -1.2 right
    } else {
      # There is room for two above the roof, one to the left of its point, one to the right.
      if (intensity[i] * bandwidth > 4 * roof) {
        set label name at inside(i), roof offset (narrow ? -2.5 : -1), 1 left
      } else {
        set label name at inside(i), roof offset (narrow ? 0 : 1), 1 right
      }
    }
  }
}
plot sample [least:corner] bandwidth * x with lines ls 101, \
  [corner:most] roof with lines ls 101, \
  intensity using (inside($1)):(reached[$1]) with points ls 102
