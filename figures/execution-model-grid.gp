# data: execution-model-grid
eval picture(narrow ? 210 : 190)
unset border
unset tics
set margins at screen 0.02, screen 0.98, at screen 0.04, screen 0.96

# Thread t of block b stands at place(b, t): blocks of four, with a gap between.
place(b, t) = 4.6 * b + t
if (narrow) {
  set xrange [-0.6:17.9]
  set yrange [-2.4:2.3]
  set label "thread" at first -0.44, 1.15 left tc rgb faint
  set label "element" at first -0.44, -2.1 left tc rgb faint
} else {
  set xrange [-3.4:17.9]
  set yrange [-1.9:1.9]
  set label "block" at first -0.75, 1.35 right tc rgb faint
  set label "thread" at first -0.75, 0.35 right tc rgb faint
  set label "element" at first -0.75, -1.35 right tc rgb faint
}
do for [b=0:3] { set label sprintf(narrow ? "block %d" : "%d", b) at first place(b, 1.5), (narrow ? 1.95 : 1.35) center }
digits = narrow ? ",13" : ",14"

x = 'place(column("block"), column("thread"))'
has(e) = column("element") >= 0
plot execution_model_grid using (@x):(0.35):(0.44):(0.5) with boxxyerror lc rgb series_1 fs empty border lc rgb series_1, \
  "" using (has(0) ? @x : NaN):(0.35):(sprintf("%d", column("thread"))) with labels, \
  "" using (has(0) ? NaN : @x):(0.35):(sprintf("%d", column("thread"))) with labels tc rgb faint, \
  "" using (has(0) ? NaN : @x - 0.44):(-0.15):(0.88):(1.0) with vectors nohead lw 1.8 lc rgb series_2, \
  "" using (has(0) ? @x : NaN):(-0.25):(0):(-0.6) with vectors head filled size 0.15,20 lc rgb faint, \
  "" using (has(0) ? @x : NaN):(-1.35):(0.5):(0.42) with boxxyerror lc rgb series_4 fs empty border lc rgb series_4, \
  "" using (has(0) ? @x : NaN):(-1.35):(sprintf("%d", column("element"))) with labels font digits
