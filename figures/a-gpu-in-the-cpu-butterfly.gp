# data: a-gpu-in-the-cpu-butterfly-trace
trace = a_gpu_in_the_cpu_butterfly_trace
load "lanes.gp"
