# What three tiles do over time; tile 2 adds the aggregates of tile 1 to the prefixes of tile 0.
load "boxes.gp"
eval canvas(narrow ? 250 : 225, narrow ? -1.9 : -1.4, 11.3, -4.4, 0.9)
array begins[3] = [0, 0.7, 0.9]
array shade[4] = [series_6, series_1, series_4, series_3]
done = 0
do for [t=0:2] {
  y = -1.5 * t
  b = begins[t + 1]
  eval say("right", -0.12, y, sprintf("tile %d", t), faint)
  eval pale(b, y - 0.42, b + 2.6, y + 0.42, series_6) . small("center", b + 1.3, y, narrow ? "rank" : "load, rank", ink)
  eval pale(b + 2.6, y - 0.42, b + 3.4, y + 0.42, series_1) . small("center", b + 3, y, narrow ? "" : "sum", ink)
  eval pale(b + 3.4, y - 0.42, b + 5, y + 0.42, series_4) . small("center", b + 4.2, y, "order", ink)
  look = b + 5
  until = look + (t == 0 ? 0.4 : 0.6)
  eval pale(look, y - 0.42, until, y + 0.42, series_2) . small("center", (look + until) / 2, y, narrow || until - look < 0.7 ? "" : "look", ink)
  eval pale(until, y - 0.42, until + 2, y + 0.42, series_3) . small("center", until + 1, y, "write", ink)
  if (t == 0) { done = until }
  if (t == 1) { eval link(done, -0.45, look + 0.4, y + 0.45, series_2) }
  if (t == 2) { eval link(begins[2] + 3.4, -1.95, look + 0.1, y + 0.45, series_1) . link(done, -0.45, look + 0.5, y + 0.45, series_2) }
}
set arrow 900 from 0, -3.9 to 11, -3.9 size screen 0.012,20 lc rgb faint lw 1
eval small("right", -0.12, -3.9, "time", faint)
plot NaN
