# data: execution-model-errors
# What calls say after a launch that was impossible, and after a kernel that failed.
load "time-lines.gp"
array says[10]
stats execution_model_errors using (says[int($0) + 1] = strcol("error") eq "cudaSuccess" ? 0 : 1) nooutput
eval time_lines(3.7, 7)
set yrange [-0.4:3.95]
array calls[5] = ["ask", "wait", "ask", narrow ? "malloc" : "cudaMalloc", "ask"]
array at[5] = [1.9, 3.05, 4.15, 5.35, 6.5]
answer(x, y, failed) = sprintf('set label "%s" at first %g,%g center tc rgb %s font ",12"; ', failed ? "error" : "success", x, y - 0.42, failed ? "series_2" : "series_4")
call(x, y, words, failed) = event_of(x, y, words, failed ? "series_2" : "series_4", strlen(words) > 5 ? 0.58 : 0.42) . answer(x, y, failed)
eval time_line(3.2, narrow ? "host: a block of 2048 threads" : "host: launches a block of 2048 threads", 7)
eval time_line(1.45, narrow ? "host: a kernel that will fail" : "host: launches a kernel that will write through a null pointer", 7) . time_line(0, "device", 7)
do for [which=0:1] {
  y = which == 0 ? 3.2 : 1.45
  eval event_of(0.6, y, "launch", "series_1", 0.5)
  do for [k=1:5] { eval call(at[k], y, calls[k], says[5 * which + k]) }
}
eval event_of(1.95, 0, narrow ? "fails" : "kernel fails", "series_2", 0.68)
eval passes(0.6, 1.45, 1.45, 0) . passes(2.5, 0, 2.68, 1.45)
plot NaN
