# data: execution-model-latencies
# What a thread gets done, step after step, while one load from global memory is under way.
eval picture(narrow ? 380 : 310)
memories = "register shared constant l1 l2 memory"
array ns[6]
do for [m=1:6] {
  ns[m] = 0
  stats execution_model_latencies using (strcol("memory") eq word(memories, m) ? (ns[m] = column("ns")) : NaN) nooutput
}
unset datafile columnheaders
array names_of[6] = ["registers", "shared memory", "constant cache", "L1 cache", "L2 cache", "device's memory"]
array tints[6] = [series_1, series_3, series_6, series_4, series_5, series_2]
whole = ns[6]
unset border
unset ytics
unset xlabel
set margins at screen (narrow ? 0.02 : 0.24), screen (narrow ? 0.84 : 0.87), at screen (narrow ? 0.14 : 0.2), screen (narrow ? 0.97 : 0.9)
set xrange [0:whole]
set yrange [narrow ? -5.25 : -5.5:narrow ? 0.9 : 0.5]
set xtics 0, 100 offset 0,0.2
set grid xtics ls 100
# The whole of the last load.
set arrow from whole, graph 0 to whole, graph 1 nohead ls 100
set xlabel "time, ns" offset 0,0.5
set label "steps" at graph 1, first (narrow ? 0.62 : 0.75) left offset 1,0 tc rgb faint
do for [m=1:6] {
  if (narrow) { set label names_of[m] at first 0, 1.55 - m left tc rgb ink } else { set label names_of[m] at graph 0, first 1 - m right offset -1,0 tc rgb ink }
  set label sprintf("%d", floor(whole / ns[m] + 1e-9)) at graph 1, first 1 - m left offset 1,0 tc rgb ink
}
# A step is a thick line with a gap after it; only steps that end in time are drawn.
done(m, k) = (k + 1) * ns[m] <= whole * 1.000001 ? k * ns[m] : NaN
gap(m) = whole / (narrow ? 320 : 360) * 0.9
set samples 400
plot for [m=1:6] "+" using (done(m, $0)):(1 - m):(ns[m] - gap(m)):(0) with vectors nohead lw (narrow ? 13 : 15) lc rgb tints[m]
