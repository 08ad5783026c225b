# data: execution-model-waves
# explore: {"x": "blocks", "of": "ms", "times": 1000, "unit": "time, µs", "linear": ["x", "y"], "where": {"case": "sweep"}}
eval picture(340)
multiprocessors = highest = wave = 0
stats execution_model_waves using (multiprocessors = column("multiprocessors"), \
  wave = strcol("case") eq "full" ? column("ms") : wave, \
  highest = column("ms") > highest ? column("ms") : highest) nooutput

set xrange [0:4.1*multiprocessors]
set yrange [0:1.1*highest*1e3]
set grid ytics ls 100
set xlabel "blocks" offset 0,0.5
set ylabel "time, µs" offset 1,0
set lmargin narrow ? 8 : 10
if (narrow) { set rmargin 0.5 }
set xtics 0, multiprocessors offset 0,0.2
do for [w=1:4] { set arrow w from w*multiprocessors, graph 0 to w*multiprocessors, graph 1 nohead ls 100 dt (3,3) }
do for [w=1:4] {
  set label w sprintf("%d on each", w) at (w - 0.5)*multiprocessors, 1e3*wave*w center offset 0,0.8 tc rgb faint
}
micro(name) = 1e3 * column(name)
swept = 'strcol("case") eq "sweep" ? column("blocks") : NaN'
plot execution_model_waves using (@swept):(micro("lower_quartile")):(0):(micro("upper_quartile") - micro("lower_quartile")) \
    with vectors nohead lw 1.8 lc rgb series_1, \
  "" using (@swept):(micro("ms")) with linespoints lw 1.8 pt 7 ps 0.6 lc rgb series_1
