# data: sorting-counters sorting-sizes reduction-machine transpose-times
# explore: {"of": "x/ms", "times": 1000.0, "unit": "keys per second", "series": {"last": [1, "the sort"]}}

# What the passes over 2^28 keys would take if each resource alone were the limit, and what the sort takes.
eval picture(300)
most = 2 ** 28
multiprocessors = khz = instructions = wavefronts = copied = 0
stats reduction_machine using (multiprocessors = column("multiprocessors"), khz = column("clock_khz")) nooutput
stats sorting_counters using (strcol("kernel") ne "sort_by_digit" ? 0 : (instructions = column("warp_instructions") > instructions ? column("warp_instructions") : instructions, \
  wavefronts = column("shared_load_wavefronts") + column("shared_store_wavefronts") > wavefronts ? column("shared_load_wavefronts") + column("shared_store_wavefronts") : wavefronts)) nooutput
stats transpose_times using (strcol("variant") eq "copy" && column("n") == 16384 ? (copied = column("ms") / column("moved")) : 0) nooutput
array ms[5]
ms[1] = 4. * 2 ** 11 * instructions / (4. * multiprocessors * khz)
# Three fifths of the instructions, counted in machine code.
ms[2] = 4. * 2 ** 11 * 0.6 * instructions / (2. * multiprocessors * khz)
ms[3] = 4. * 2 ** 11 * wavefronts / (1. * multiprocessors * khz)
ms[4] = 32. * most * copied
stats sorting_sizes using (strcol("variant") eq "last" && column("n") == most ? (ms[5] = column("ms")) : 0) nooutput
array titles[5] = ["instructions", "integers, votes", "shared memory", "bytes", "the sort"]
array shades[5] = [series_3, series_2, series_5, series_4, series_1]
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [(narrow ? -0.56 : -0.36) * ms[5]:1.25 * ms[5]]
set yrange [-6.95:0.7]
do for [t=0:int(ms[5])] {
  set arrow from t, 0.6 to t, -5.85 nohead lc rgb line lw 0.8 back
  set label sprintf("%d ms", t) at t, -6.35 center tc rgb faint font ",12"
  if (t <= ms[5] - 0.5) { set arrow from t + 0.5, 0.6 to t + 0.5, -5.85 nohead lc rgb line lw 0.4 back }
}
do for [i=1:5] {
  y = -1.25 * (i - 1)
  set object rectangle from 0, y - 0.4 to ms[i], y + 0.4 fc rgb shades[i] fs solid noborder
  set label titles[i] at -0.02 * ms[5], y right tc rgb shades[i]
  set label sprintf("%.1f", ms[i]) at ms[i] + 0.02 * ms[5], y left tc rgb ink
  set label (i == 5 ? "" : "alone") at 0.02 * ms[5], y left front tc rgb paper font ",12"
}
plot NaN notitle
