# data: reduction-all-sizes execution-model-machine
# explore: {"x": "number of floats n", "of": "series:library/ms", "unit": "times as fast as CUB", "linear": ["y"], "series": {"library": [0, "CUB"], "last": [1, "the class"]}}
# How many times as fast as CUB the class is, and which kernel it has chosen for so many floats.
eval picture(narrow ? 270 : 290)
array times[200]
array size[200]
count = 0
before = 0
lowest = highest = 1
# Of each size, the row of CUB comes first.
see(ms) = strcol("variant") eq "library" ? (before = ms) : (count = count + 1, size[count] = column("n"), times[count] = before / ms, \
  lowest = times[count] < lowest ? times[count] : lowest, highest = times[count] > highest ? times[count] : highest)
stats reduction_all_sizes using (see(column("ms"))) nooutput
cache = 1
stats execution_model_machine using (strcol("fact") eq "cache" ? (cache = 1e6 * column("gpu")) : NaN) nooutput
unset datafile columnheaders

set logscale x 2
set xrange [2**9.2:2**30.8]
set format x "2^{%L}"
set xtics 2**10, narrow ? 32 : 4 offset 0,0.2
set xlabel "number of floats {/:Italic n}" offset 0,0.5
set yrange [floor(5 * lowest - 1) / 5.:ceil(5 * highest) / 5. + 0.3]
set ytics 0.2
set grid ytics ls 100
set ylabel "times as fast as CUB" offset 1,0
set margins at screen (narrow ? 0.19 : 0.13), screen 0.985, at screen (narrow ? 0.2 : 0.19), screen 0.98
# A kernel takes up to so many floats of four bytes.
array most[4] = [128 * 8 * 4, 1024 * 8 * 4, 5 * cache / 4, 2**30.8]
array words_of[4] = ["128\nthreads", "1024\nthreads", "many blocks,\nwith the hint", "a ring\nof copies"]
if (narrow) { words_of[1] = "128"; words_of[2] = "1024"; words_of[3] = "many blocks"; words_of[4] = "a ring" }
array shade[4] = [series_5, series_4, series_1, series_3]
from = 2**9.2
do for [k=1:4] {
  set object k rectangle from first from, graph 0 to first most[k], graph 1 fc rgb shade[k] fs transparent solid 0.14 noborder behind
  set label k words_of[k] at first sqrt(from * most[k]), graph 0.94 center tc rgb shade[k] font ",12"
  from = most[k]
}
set label 9 "points: the class; dashed: CUB" at graph 0.66, graph 0.7 center tc rgb faint font ",12"
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc rgb faint lw 1.2 dt (6,4)
plot size using ($1 <= count ? size[$1] : NaN):(times[$1]) with points pt 7 ps (narrow ? 0.5 : 0.6) lc rgb ink
