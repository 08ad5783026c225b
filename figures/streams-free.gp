# A buffer per round: cudaFree makes the host wait; cudaFreeAsync is one more operation of the stream. Not to scale.
load "time-lines.gp"
eval time_lines(4, 6.2)
do for [panel=0:1] {
  y = panel ? 0 : 2
  eval time_line(y + 1, panel ? "host, cudaFreeAsync" : "host, cudaFree", 6.2) . time_line(y, "stream", 6.2)
}
do for [k=0:1] {
  x = 3.1 * k
  eval event_of(x + 0.35, 3, "asks", "series_1", 0.42) . event_of(x + 1.75, 3, narrow ? "free waits" : "cudaFree waits", "series_5", 0.95)
  eval event_of(x + 1.7, 2, sprintf("kernel %d", k + 1), "series_2", 0.75) . passes(x + 0.65, 3, x + 0.98, 2)
  eval passes(x + 2.3, 2, x + 2.55, 3)
}
eval event_of(0.35, 1, "asks", "series_1", 0.42) . event_of(1.25, 1, "asks", "series_1", 0.42) . event_of(2.15, 1, "asks", "series_1", 0.42)
eval event_of(4.1, 1, narrow ? "does other work" : "is free for other work", "series_4", 1.45)
do for [k=0:2] {
  x = 1 + 1.65 * k
  eval event_of(x + 0.62, 0, sprintf("kernel %d", k + 1), "series_2", 0.6) . event_of(x + 1.42, 0, "", "series_6", 0.12)
}
eval passes(0.6, 1, 1.1, 0)
plot NaN
