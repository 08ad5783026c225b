# What two blocks print, on its way to the screen.
load "time-lines.gp"
eval time_lines(3.6, 7)
set yrange [-0.45:3.85]
eval time_line(3, "host", 7) . time_line(1, "block 0", 7) . time_line(0, "block 1", 7)
set label (narrow ? "buffer" : "buffer on the device") at first -0.1, 2.42 left tc rgb faint
eval event_of(0.7, 3, "launch", "series_1", 0.55) . event_of(3.4, 3, "waits", "series_4", 1.7) . event_of(6.15, 3, narrow ? "8 lines" : "prints 8 lines", "series_1", narrow ? 0.65 : 0.8)
eval event_of(2.3, 1, narrow ? "4 threads" : "4 threads print", "series_2", 0.95) . event_of(2.3, 0, narrow ? "4 threads" : "4 threads print", "series_2", 0.95)
# Each thread's line is a cell of the buffer.
do for [k=0:7] {
  set object rectangle from 2.9 + 0.32 * k, 1.78 to 3.2 + 0.32 * k, 2.22 front fc rgb series_3 fs solid 0.25 border lc rgb series_3 lw 1.2
}
eval passes(2.7, 1, 3.4, 2) . passes(3.1, 0, 4.6, 1.98) . passes(5.3, 2, 6.15, 3)
plot NaN
