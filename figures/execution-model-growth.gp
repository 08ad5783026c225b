# data: execution-model-generations
# Float units and memory bandwidth of NVIDIA's large chips, relative to the first.
eval picture(320)
first_units = first_bandwidth = last_units = last_bandwidth = last_year = 0
units(dummy) = column("multiprocessors") * column("float_units")
stats execution_model_generations using (column("year") == 2006 ? (first_units = units(0), first_bandwidth = column("bandwidth")) : \
  (last_year = column("year"), last_units = units(0), last_bandwidth = column("bandwidth"))) nooutput
set logscale y
set yrange [0.35:300]
set xrange [2005:2025]
set ytics ("1 ×" 1, "2 ×" 2, "5 ×" 5, "10 ×" 10, "20 ×" 20, "50 ×" 50, "100 ×" 100, "200 ×" 200)
set xtics 2006, 4, 2022
set grid ytics ls 100
set xlabel "year" offset 0,0.5
set lmargin 8
set rmargin narrow ? 2 : 13
more = last_units / first_units
wider = last_bandwidth / first_bandwidth
if (narrow) {
  set label sprintf("float units: %.0f ×", more) at first 2021, 190 right tc rgb series_1
  set label sprintf("bandwidth: %.0f ×", wider) at first 2014, 2.6 left tc rgb series_2
} else {
  set label sprintf("float units: %.0f ×", more) at first last_year, more left offset 1.2,0 tc rgb series_1
  set label sprintf("bandwidth: %.0f ×", wider) at first last_year, wider left offset 1.2,0.2 tc rgb series_2
}
array names_of[5] = ["G80", "V100", "A100", "H100", "H200"]
named(i) = names_of[int(i) + 1]
plot execution_model_generations using (column("year")):(units(0) / first_units) with linespoints lw 1.8 pt 7 lc rgb series_1, \
  "" using (column("year")):(column("bandwidth") / first_bandwidth) with linespoints lw 1.8 dt (7,4) pt 5 lc rgb series_2, \
  "" using (column("year")):(column("bandwidth") / first_bandwidth):(named($0)) with labels center offset 0,-1 tc rgb faint font ",12"
