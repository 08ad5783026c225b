# data: a-gpu-in-the-cpu-walk-trace

# A row for each store in the trace, in the order of execution, and in it what each lane writes.
array mark[2000]
array first[100]
step = -1
row = lanes = 0
see(lane) = strcol("op")[1:2] ne "st" ? 0 : (column("step") == step ? 0 : (row = row + 1), step = column("step"), \
  lanes = lane < lanes ? lanes : lane + 1, mark[32 * row + lane + 1] = column("after"), first[row] = column("after"))
do for [i=1:2000] { mark[i] = 0 }
stats a_gpu_in_the_cpu_walk_trace using (see(int(column("lane")))) nooutput
unset datafile columnheaders

eval picture(60 + 26 * row)
set margins at screen 0.2, screen 0.94, at screen 0.02, screen 0.92
unset border
unset tics
unset xlabel
set xrange [-0.6:lanes-0.4]
set yrange [-row-0.6:-0.4]
set label "lane" at graph 0, screen 0.955 right offset -3, 0 tc rgb faint
do for [l=0:lanes-1] { set label sprintf("%d", l) at first l, screen 0.955 center tc rgb faint }
set label "time" at -1.5, -1.0 center tc rgb faint
set arrow from -1.5, -1.7 to -1.5, -row lc rgb faint lw 1 head size graph 0.012, 25

lane_of(i) = int(i - 1) % 32
row_of(i) = int(i - 1) / 32
colour_of(m) = m == 2 || m == 3 ? series_2 : m == 4 || m == 5 || m == 6 ? series_1 : m == 8 ? series_4 : faint
shown(i) = row_of(i) >= 1 && row_of(i) <= row && lane_of(i) < lanes
at(i, colour) = shown(i) && mark[i] > 0 && colour_of(mark[i]) == colour ? lane_of(i) : NaN
idle(i) = shown(i) && mark[i] == 0 ? lane_of(i) : NaN
box_style(c) = sprintf("pt 4 ps 2.6 lw 1.6 lc rgb %d", c)

array colours_here[4]
colours_here[1] = faint
colours_here[2] = series_1
colours_here[3] = series_2
colours_here[4] = series_4
plot mark using (idle($1)):(-row_of($1)) with points pt 7 ps 0.3 lc rgb line, \
  for [k=1:4] mark using (at($1, colours_here[k])):(-row_of($1)) with points pt 4 ps 2.4 lw 1.5 lc rgb colours_here[k], \
  mark using (shown($1) && mark[$1] > 0 ? lane_of($1) : NaN):(-row_of($1)):(sprintf("%d", mark[$1])) with labels
