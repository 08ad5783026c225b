# A tile of 8 times 8 elements: by 8 times 8 threads, and by 8 times 2 threads in four passes.
eval picture(narrow ? 220 : 245)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set size ratio -1
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -2.2 : -4.6:23.4]
set yrange [-8.4:1.6]
array colours_of[4] = [series_1, series_3, series_4, series_5]
tag = 0
left(p) = 12.2 * p
do for [p=0:1] {
  title = p == 0 ? "8 × 8 threads" : "8 × 2 threads"
  set label 900 + p title at left(p) + 4, 0.9 center
  do for [r=0:7] {
    do for [c=0:7] {
      tag = tag + 1
      set object tag rectangle from left(p) + c + 0.05, -r - 0.95 to left(p) + c + 0.95, -r - 0.05 \
        fc rgb (p == 0 ? series_1 : colours_of[r / 2 + 1]) fs solid (c == 2 && (p == 0 ? r == 1 : r % 2 == 1) ? 1 : 0.35) noborder
    }
  }
}
do for [k=0:3] { set label 910 + k sprintf("pass %d", k) at left(1) + 8.3, -2 * k - 1 left tc rgb colours_of[k + 1] font ",12" }
set label 920 "thread (2, 1)" at left(0) - 0.2, -1.5 right tc rgb faint font ",12"
if (narrow) { set label 920 "(2, 1)" }
plot NaN
