# data: many-gpus-nccl
# explore: {"x": "bytes", "of": "ms/series:*, last", "unit": "NCCL's time, times ours", "linear": ["y"], "names": ["version", "variant"], "series": {"2.28.3, nccl": [1, "NCCL 2.28.3"], "2.32.3, nccl": [2, "NCCL 2.32.3"], "2.28.3, symmetric": [7, "NCCL 2.28.3, symmetric"], "2.32.3, symmetric": [8, "NCCL 2.32.3, symmetric"]}}
eval picture(narrow ? 440 : 360)
versions = ""
fits(x) = column("devices") == 2 && strcol("type") eq "float" && strcol("given") eq "graph"
note(version) = strstrt(" " . versions . " ", " " . version . " ") ? 0 : (versions = versions . " " . version, 0)
stats many_gpus_nccl using (note(strcol("version"))) nooutput
# Of each version, ours by the size, in the order of the rows.
array bytes_of[100]
array ms_of[100]
array version_of[100]
count = 0
keep(x) = (count = count + 1, bytes_of[count] = column("bytes"), ms_of[count] = column("ms"), version_of[count] = strcol("version"), 0)
stats many_gpus_nccl using (fits(0) && strcol("variant") eq "last" ? keep(0) : 0) nooutput
set logscale x 2
set xrange [2**9.5:2**30.5]
set format x "2^{%L}"
set xtics 2**10, 16, 2**30 offset 0,0.2
set xlabel "bytes" offset 0,0.5
set yrange [0:6]
set grid ytics ls 100
set ylabel "NCCL's time / ours" offset 1,0
set lmargin 6
set rmargin 2
if (narrow) { set key below Left reverse samplen 2 title " " } else { set key top right Left reverse samplen 2 spacing 1.15 }
ours_of(version, bytes) = (found = NaN, sum [i=1:count] (version_of[i] eq version && bytes_of[i] == bytes ? (found = ms_of[i], 0) : 0), found)
ratio(version, way) = fits(0) && strcol("version") eq version && strcol("variant") eq way ? column("ms") / ours_of(version, column("bytes")) : NaN
array hues[4] = [series_1, series_2, series_3, series_4]
plot 1 with lines lw 1.2 dt (2,4) lc rgb faint notitle, \
  for [i=1:words(versions)] many_gpus_nccl using "bytes":(ratio(word(versions, i), "nccl")) with linespoints lw 1.8 pt 7 lc rgb hues[i] title "NCCL " . word(versions, i), \
  for [i=1:words(versions)] many_gpus_nccl using "bytes":(ratio(word(versions, i), "symmetric")) with linespoints lw 1.8 dt (5,3) pt 6 lc rgb hues[i] title "NCCL " . word(versions, i) . ", symmetric"
