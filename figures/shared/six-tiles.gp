# Six tiles in one pass over time, if a notice takes HOP to arrive and each block reads its tile from `begins` on:
# when each posts its aggregate and its inclusive prefix, and whose notices it adds up. `looks_back`; or else, a chain.
tiles = 6
hop = 0.5
array total[6] = [9, 4, 7, 2, 6, 3]
array begins[6] = [0, 0.1, 0.2, 1.0, 0.3, 1.9]
array posted[6]
array ready[6]
array done[6]
array nearest[6]
max(a, b) = a > b ? a : b
do for [t=0:tiles-1] {
  posted[t + 1] = begins[t + 1] + 1
  ready[t + 1] = 1e9
  nearest[t + 1] = t - 1
  if (t == 0) { ready[1] = posted[1] }
  # The soonest of the tiles before at whose prefix it can stop.
  do for [k=1:t] {
    p = t - k
    when = max(posted[t + 1], done[p + 1] + hop)
    do for [s=p+1:t-1] { when = max(when, posted[s + 1] + hop) }
    if (when < ready[t + 1] - 1e-6 && (looks_back || k == 1)) {
      ready[t + 1] = when
      nearest[t + 1] = p
    }
  }
  done[t + 1] = ready[t + 1] + 0.12
}

end = 4.6
eval canvas(narrow ? 330 : 300, narrow ? -0.85 : -0.55, end + 0.35, -6.1, 0.6)
wide = narrow ? 0.17 : 0.11
prefix = 0
do for [t=0:tiles-1] {
  eval say("right", narrow ? -0.15 : -0.1, -t, sprintf("tile %d", t), faint)
  set arrow from 0, -t to end + 0.3, -t nohead lc rgb line lw 0.8 back
  set object rectangle from begins[t + 1], -t - 0.12 to posted[t + 1], -t + 0.12 fc rgb series_6 fs transparent solid 0.35 noborder
  if (ready[t + 1] > posted[t + 1] + 0.01) { set arrow from posted[t + 1], -t to ready[t + 1], -t nohead lc rgb series_3 lw 4 }
  if (t > 0) {
    do for [s=nearest[t + 1]:t-1] {
      from = s == nearest[t + 1] ? done[s + 1] : posted[s + 1]
      eval link(from, -s - 0.3, ready[t + 1] - 0.02, -t + (looks_back ? 0.1 : 0.3), s == nearest[t + 1] ? series_2 : series_1)
    }
  }
  prefix = prefix + total[t + 1]
  if (looks_back && t > 0) {
    set label "" at posted[t + 1], -t point pt 7 ps (narrow ? 2 : 2.6) lc rgb paper front
    set label "" at posted[t + 1], -t point pt 6 ps (narrow ? 2 : 2.6) lc rgb series_1 front
    eval small("center", posted[t + 1], -t, sprintf("%d", total[t + 1]), series_1)
  }
  x = done[t + 1] + (looks_back ? wide : 0)
  set object rectangle from x - wide, -t - 0.3 to x + wide, -t + 0.3 front fc rgb paper fs solid border lc rgb series_2 lw 1.6
  eval small("center", x, -t, sprintf("%d", prefix), series_2)
}
set arrow from 0, -5.75 to end, -5.75 size screen 0.012,20 lc rgb faint lw 1
eval small("right", narrow ? -0.15 : -0.1, -5.75, "time", faint)
plot NaN
