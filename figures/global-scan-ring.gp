# What the five stages of a block hold, turn by turn, with aggregates that are posted two tiles ahead.
eval picture(300)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
stages = 5
begin = -3
last = narrow ? 4 : 6
set xrange [begin - (narrow ? 1.6 : 1.2):last + 0.1]
set yrange [-stages - 1.7:1]
set label "turn" at begin - 0.15, 0.6 right tc rgb faint
do for [k=begin+1:last-1] { set label sprintf("%d", k) at k + 0.5, 0.6 center tc rgb faint }
do for [s=0:stages-1] { set label sprintf("stage %d", s) at begin - 0.15, -s - 0.5 right tc rgb faint }

# A span of stage s, from one time to another, cut to the picture.
cut(x) = x < begin ? begin : x > last ? last : x
span(s, from, to, look) = from >= last || to <= begin ? "" \
  : sprintf("set object rectangle from %g, %g to %g, %g %s; ", cut(from), -s - 0.86, cut(to), -s - 0.14, look)
loading = "fs empty border lc rgb faint dt (2,3)"
posted = "fs solid 0.25 border lc rgb series_1 fc rgb series_1"
waiting = "fs empty border lc rgb series_1"
finished = "fs solid 0.25 border lc rgb series_2 fc rgb series_2"
leaving = "fs empty border lc rgb series_2 dt (2,3)"
do for [t=0:last+3] {
  s = t % stages
  eval span(s, t < 2 ? begin : t - 3, t - 2, loading)
  eval span(s, t - 2, t - 1, posted)
  eval span(s, t - 1, t, waiting)
  eval span(s, t, t + 1, finished)
  eval span(s, t + 1, t + 2, leaving)
  if (t - 1 <= last) { set label sprintf("%d", t) at t - 1.5, -s - 0.5 center tc rgb series_1 }
  if (t + 1 <= last) { set label sprintf("%d", t) at t + 0.5, -s - 0.5 center tc rgb series_2 }
}
# The key, below.
height = -stages - 0.62
step = (last - begin + 1.2) / (narrow ? 2 : 4)
key(place, look, text) = sprintf("set object rectangle from %g, %g to %g, %g %s; ", \
    begin - 1.1 + (narrow ? place % 2 : place) * step, height - (narrow ? place / 2 * 0.6 : 0) - 0.18, \
    begin - 0.75 + (narrow ? place % 2 : place) * step, height - (narrow ? place / 2 * 0.6 : 0) + 0.18, look) \
  . sprintf("set label '%s' at %g, %g left tc rgb ink font ',12'; ", text, \
    begin - 0.6 + (narrow ? place % 2 : place) * step, height - (narrow ? place / 2 * 0.6 : 0))
eval key(0, loading, "is coming in")
eval key(1, posted, "is posted")
eval key(2, finished, "is finished")
eval key(3, leaving, "is leaving")
plot NaN notitle
