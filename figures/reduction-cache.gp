# data: reduction-cache
# How many times as fast the sum is with the hint, by what the cache holds beforehand.
eval picture(330)
array plain[21]
array hinted[21]
states = "dirty clean warm"
sizes = "20 22 23 24 25 26"
slot(s, k) = 7 * (s - 1) + k
do for [s=1:3] { do for [k=1:6] {
  stats reduction_cache using (strcol("before") eq word(states, s) && column("n") == 2 ** int(word(sizes, k)) \
    ? (strcol("variant") eq "plain" ? (plain[slot(s, k)] = column("ms")) : strcol("variant") eq "streaming" ? (hinted[slot(s, k)] = column("ms")) : 0) : 0) nooutput
} }
unset datafile columnheaders
set logscale x 2
set xrange [2 ** 19.5:2 ** 26.5]
set format x "2^{%L}"
set xtics 2 ** 20, 4 offset 0,0.2
set xlabel "number of floats" offset 0,0.5
lowest = highest = 1
do for [i=1:20] {
  if (i % 7) {
    lowest = plain[i] / hinted[i] < lowest ? plain[i] / hinted[i] : lowest
    highest = plain[i] / hinted[i] > highest ? plain[i] / hinted[i] : highest
  }
}
set yrange [0.1 * floor(10 * lowest):0.1 * ceil(10 * highest)]
set ytics 0.1
set grid ytics ls 100
set ylabel "times as fast with the hint" offset 1,0
set lmargin narrow ? 7.5 : 9
set key top left reverse Left samplen 2 font ",13"
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lc rgb faint lw 1 dt (4,3)
set style line 101 lw 1.8 pt 5 lc rgb series_2
set style line 102 lw 1.8 pt 9 ps 1.2 lc rgb series_3 dt (7,4)
set style line 103 lw 1.8 pt 7 lc rgb series_1
set samples 6
n_of(k) = 2 ** int(word(sizes, int(k) + 1))
plot for [s=1:3] "+" using (n_of($0)):(plain[slot(s, int($0) + 1)] / hinted[slot(s, int($0) + 1)]) with linespoints ls 100 + s title word(states, s)
