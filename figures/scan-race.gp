# One array, round 1: warp 0 writes element 31 and warp 1 reads it, in two orders, with nothing to say which comes first.
eval picture(narrow ? 300 : 290)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [0:20]
set yrange [-10.6:1]
soft = ",12"
array titles[2] = ["right: warp 1 reads first", "wrong: warp 0 writes first"]
do for [k=0:1] {
  y = -6 * k
  set label 900 + k titles[k + 1] at 0.1, y + 0.4 left tc rgb (k == 0 ? ink : series_2)
  set label 910 + k "warp 0" at 2.9, y - 1.2 right tc rgb faint font soft
  set label 920 + k "warp 1" at 2.9, y - 2.8 right tc rgb faint font soft
  set arrow 910 + k from 3.2, y - 1.2 to 19.8, y - 1.2 nohead lc rgb line lw 1.2 back
  set arrow 920 + k from 3.2, y - 2.8 to 19.8, y - 2.8 nohead lc rgb line lw 1.2 back
  set arrow 930 + k from 18.4, y - 0.5 to 18.4, y - 3.5 nohead lc rgb series_4 lw 2
  set label 930 + k "barrier" at 18.4, y - 4.1 center tc rgb series_4 font soft
  set arrow 940 + k from 3.4, y - 0.5 to 3.4, y - 3.5 nohead lc rgb series_4 lw 2
  set label 940 + k "barrier" at 3.4, y - 4.1 center tc rgb series_4 font soft
  writes = k == 0 ? 13.6 : 7
  reads = k == 0 ? 7 : 13.6
  set object 10 + k rectangle from writes - 3.1, y - 1.75 to writes + 3.1, y - 0.65 front fc rgb paper fs solid border lc rgb series_1 lw 1.6
  set label 10 + k "writes values[31]" at writes, y - 1.2 center front font soft
  set object 20 + k rectangle from reads - 3.1, y - 3.35 to reads + 3.1, y - 2.25 front fc rgb paper fs solid border lc rgb (k == 0 ? series_1 : series_2) lw 1.6
  set label 20 + k "reads values[31]" at reads, y - 2.8 center front font soft
  gets = k == 0 ? "gets x[31]" : "gets x[30] + x[31]"
  set label 30 + k gets at reads, y - 4.1 center tc rgb (k == 0 ? series_1 : series_2) font soft
}
plot NaN
