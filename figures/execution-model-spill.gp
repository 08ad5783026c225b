# data: execution-model-spreads execution-model-counters
# explore: {"axis": "registers", "x": "registers", "of": "local_bytes", "times": 0.25, "unit": "words of local memory", "linear": ["x", "y"], "series": {"registers_only": [1, "in registers"], "few": [2, "few registers"], "array": [3, "in an array"]}}
# What the compiler gives a thread of each of three kernels, and how often the thread uses its local memory.
eval picture(narrow ? 400 : 280)
array kernels[3] = ["registers_only", "few", "array"]
array counted[3] = ["spread_in_registers", "spread_with_few_registers", "spread_in_an_array"]
array texts[3] = ["in registers", "few registers", "in an array"]
array registers[3]
array words_of[3]
array stores[3]
array loads[3]
# Counted over four blocks of 64 threads, by warp.
per_thread(count) = 32. * count / 256
do for [k=1:3] {
  registers[k] = words_of[k] = stores[k] = loads[k] = 0
  stats execution_model_spreads using (strcol("kernel") eq kernels[k] ? (registers[k] = column("registers"), words_of[k] = column("local_bytes") / 4) : NaN) nooutput
  stats execution_model_counters using (strcol("kernel") eq counted[k] ? (stores[k] = per_thread(column("local_stores")), loads[k] = per_thread(column("local_loads"))) : NaN) nooutput
}
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
between = narrow ? 92 : 80
memory = 76 + between
set xrange [narrow ? -1 : -54:memory + 94]
set yrange [narrow ? -2.65 : -2.55:1.1]
set label "registers" at first 0, 0.8 left tc rgb series_1
set label "local memory" at first memory, 0.8 left tc rgb series_2
half = narrow ? 0.2 : 0.27
do for [k=1:3] {
  y = 1 - k - (narrow ? 0.12 : 0)
  if (narrow) { set label texts[k] at first 0, y + 0.42 left tc rgb ink } else { set label texts[k] at first -3, y right tc rgb ink }
  set object rectangle from 0, y - half to registers[k], y + half fc rgb series_1 fs solid 0.25 border lc rgb series_1
  set label sprintf("%d", registers[k]) at first registers[k] / 2., y center front tc rgb ink
  if (words_of[k] > 0) {
    set object rectangle from memory, y - half to memory + words_of[k], y + half fc rgb series_2 fs solid 0.25 border lc rgb series_2
    set label sprintf("%d words", words_of[k]) at first memory + words_of[k] / 2., y center front tc rgb ink
    set arrow from registers[k] + 3, y + 0.13 to memory - 3, y + 0.13 head size screen 0.011,20 filled lc rgb faint lw 1.2
    set arrow from memory - 3, y - 0.13 to registers[k] + 3, y - 0.13 head size screen 0.011,20 filled lc rgb faint lw 1.2
    set label sprintf("%.0f stores", stores[k]) at first (registers[k] + memory) / 2., y + 0.29 center front tc rgb ink font ",12"
    set label sprintf("%.0f loads", loads[k]) at first (registers[k] + memory) / 2., y - 0.31 center front tc rgb ink font ",12"
  } else { set label "none" at first memory, y left tc rgb faint }
}
plot NaN
