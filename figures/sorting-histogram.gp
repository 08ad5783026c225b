# data: sorting-histogram

# Time of each histogram of 2^28 bytes, by the kind of the bytes.
eval picture(330)
kernels = "global shared match vectors copies library"
array titles[6] = ["in global memory", "one per block", "… aggregated", "16 bytes per load", "… 32 copies", "CUB"]
kinds = "uniform skewed equal"
array shade[3] = [series_1, series_3, series_2]
array mark[3] = [7, 9, 5]
row(x) = sum [i=1:6] (strcol("variant") eq word(kernels, i) ? i : 0)
unset border
set logscale x
set xrange [0.05:400]
set yrange [-7.9:-0.3]
unset ytics
set xtics (narrow ? "0.1" : "0.1 ms" 0.1, narrow ? "1" : "1 ms" 1, narrow ? "10" : "10 ms" 10, "100 ms" 100) scale 0 offset 0,0.4
set grid xtics ls 100
set lmargin narrow ? 19 : 20
set rmargin 2
do for [i=1:6] { set label titles[i] at graph -0.02, first -i right tc rgb (i == 6 ? faint : ink) }
do for [k=1:3] {
  set label 20 + k word(kinds, k) at screen 0.18 + 0.27 * (k - 1), first -7.3 left tc rgb shade[k] offset 1.2, 0
  set label 30 + k "" at screen 0.18 + 0.27 * (k - 1), first -7.3 point pt mark[k] ps 1 lc rgb shade[k]
}
plot for [k=1:3] sorting_histogram using (strcol("data") eq word(kinds, k) ? column("ms") : NaN):(-row(0) + 0.18 * (2 - k)) \
  with points pt mark[k] ps 1.1 lc rgb shade[k]
