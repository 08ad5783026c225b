# data: warps-in-flight warps-peaks execution-model-latencies
# explore: {"axis": "bytes_in_flight", "x": "kB in flight per SM", "xTimes": 0.001, "of": "1/ms", "times": 0.268435456, "unit": "TB/s", "linear": ["y"], "names": ["width"], "series": {"4": [2, "4 bytes per load"], "8": [3, "8 bytes per load"], "16": [1, "16 bytes per load"]}}
eval picture(380)
peak = latency = processors = 0
stats warps_peaks using (peak = column("read_bytes") / column("ms") / 1e9, \
  processors = column("multiprocessors")) nooutput
stats execution_model_latencies using (strcol("memory") eq "memory" ? (latency = column("ns")) : 0) nooutput

set logscale x 2
set xrange [0.2:160]
set xtics (0.25, 1, 4, 16, 64, 128) offset 0,0.2
set xlabel "kB in flight per SM" offset 0,0.5
set yrange [0:5]
set ytics 1
set grid ytics ls 100
set ylabel "TB/s" offset 0.5,0
set lmargin 7
set rmargin 2

little(kb) = kb * processors / latency
reached(width) = column("width") == width ? 2**28 / column("ms") / 1e9 : NaN
kb = 'column("bytes_in_flight") / 1000.'
set style line 101 lw 1.4 lc rgb faint
set style line 102 lc rgb series_2 pt 8 ps 1.1 lw 1.6
set style line 103 lc rgb series_3 pt 4 ps 1.1 lw 1.6
set style line 104 lc rgb series_1 pt 7
set samples 12
corner = peak * latency / processors
set key top left Left reverse samplen 2 spacing 1.25
if (narrow) {
  eval picture(440)
  set key below
}
plot sample [0.2:corner] little(x) with lines ls 101 title "Little’s law", \
  [corner:160] peak with lines ls 101 notitle, \
  warps_in_flight using (@kb):(reached(4)) with points ls 102 title "4 bytes per load", \
  warps_in_flight using (@kb):(reached(8)) with points ls 103 title "8 bytes per load", \
  warps_in_flight using (@kb):(reached(16)) with points ls 104 title "16 bytes per load"
