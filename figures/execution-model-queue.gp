# Ten equal blocks on a chip with two SMs and on one with four: who takes which, in time.
eval picture(narrow ? 270 : 230)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
set xrange [narrow ? -1.35 : -1.1:5.1]
set yrange [-1.2:8.4]

# SM `row` of `processors` takes block after block; its row stands at height `from - row`.
chart(processors, from) = sprintf("do for [b=0:9] { column = b / %d; row = b %% %d; ", processors, processors) \
  . sprintf("height = %g - row; ", from) \
  . "set object rectangle from column + 0.03, height - 0.4 to column + 0.97, height + 0.4 fs solid 0.2 border lc rgb series_1 fc rgb series_1; " \
  . 'set label sprintf(narrow ? "%d" : "block %d", b) at first column + 0.5, height center }; ' \
  . sprintf("do for [row=0:%d] { set label sprintf(\"SM %%d\", row) at first -0.1, %g - row right tc rgb faint }", processors - 1, from)
eval chart(2, 7.5)
eval chart(4, 4)
do for [row=2:3] {
  set object rectangle from 2.03, 3.6 - row to 2.97, 4.4 - row fs empty border lc rgb series_2 dt (4,3)
  set label "idle" at first 2.5, 4 - row center tc rgb series_2
}
set arrow from 0, -0.1 to 5, -0.1 head size 0.1,20 filled lc rgb faint
set label "time" at first 5, -0.75 right tc rgb faint
plot NaN
