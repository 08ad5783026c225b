# data: hybrid-sort-data

# How many times as fast as CUB the sort is with keys of different kinds, by the way that it took.
eval picture(430)
kinds = 'random sorted reversed narrow "high bits zero" "low bits zero" equal "few values" "300 values" bell "half equal" "floats up to 1" outliers "a rare value" clumps'
count = 15
array named[15]
array ours[15]
array theirs[15]
array way[15]
do for [i=1:count] {
  named[i] = word(kinds, i)
  stats hybrid_sort_data using (strcol("data") eq named[i] ? (strcol("variant") eq "library" ? (theirs[i] = column("ms")) : (way[i] = strcol("way"), ours[i] = column("ms"), 0)) : 0) nooutput
}
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.01, screen 0.99
set xrange [narrow ? -2.6 : -1.9:4.9]
set yrange [-17.2:0.9]
shade(w) = w eq "buckets" ? series_1 : w eq "values" ? series_4 : w eq "passes" ? series_3 : series_2
do for [r=1:4] { set arrow r from r, 0.7 to r, 0.3 - count nohead lc rgb (r == 1 ? faint : line) lw 0.8 back }
do for [i=1:count] {
  ratio = theirs[i] / ours[i]
  set object i rectangle from 0, 0.66 - i to ratio, 1.34 - i fc rgb shade(way[i]) fs solid noborder
  set label i named[i] at -0.08, 1 - i right tc rgb ink font ",12"
  set label 100 + i sprintf("%.2f", ratio) at ratio + 0.06, 1 - i left tc rgb ink font ",12"
}
set label 200 "times as fast as CUB" at 4.5, -14.9 right tc rgb faint font ",12"
do for [k=0:3] {
  x = narrow ? (k % 2 ? 1.2 : -2.5) : -1.8 + 1.5 * k
  y = narrow && k > 1 ? -16.6 : -15.9
  set object 50 + k rectangle from x, y - 0.3 to x + 0.18, y + 0.3 fc rgb (k == 0 ? series_1 : k == 1 ? series_4 : k == 2 ? series_3 : series_2) fs solid noborder
  words_of_way = k == 0 ? "buckets" : k == 1 ? "values" : k == 2 ? "passes" : "buckets, then passes"
  set label 300 + k words_of_way at x + 0.27, y left tc rgb ink font ",12"
}
plot NaN notitle
