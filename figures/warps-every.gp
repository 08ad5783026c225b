# data: warps-every warps-every-counts warps-published-every
# explore: {"x": "k", "of": "first/ms", "unit": "relative throughput", "linear": ["x", "y"]}
eval picture(380)
set xrange [0:130]
set xtics 32 offset 0,0.2
set xlabel "{/:Italic k}" offset 0,0.5
set yrange [0:narrow ? 5.5 : 4.3]
set ytics 1
set grid ytics ls 100
set ylabel "relative throughput" offset 1,0
set lmargin 7
set rmargin 2

all = least = 0
stats warps_every using (column("every") == 1 ? (all = column("ms")) : 0) nooutput
stats warps_published_every using (column("every") == 32 ? (least = column("rate")) : 0) nooutput
set style line 101 lw 1.4 lc rgb faint
set style line 102 lc rgb series_1 pt 7
set style line 103 lc rgb series_2 pt 4 ps 1.3 lw 1.6
set key top left Left reverse samplen 2 spacing 1.25
plot warps_every_counts using "every":(column("warps") / column("working_warps")) with lines ls 101 \
    title "all warps / working warps, counted", \
  warps_published_every using "every":(column("rate") / least) with points ls 103 title "2012", \
  warps_every using "every":(all / column("ms")) with points ls 102 title "ours"
