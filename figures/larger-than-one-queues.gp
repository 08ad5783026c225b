# Copies that four GPUs fetch from one another, given out GPU by GPU: when each runs if there is one queue per memory.
load "boxes.gp"
eval canvas(narrow ? 230 : 250, narrow ? -1.8 : -2.7, 9.1, -1.4, 4.1)
runs = "1:0:5 2:0:6 3:0:7 0:1:1 2:1:7 3:1:8 0:2:2 1:2:3 3:2:9 0:3:3 1:3:4 2:3:5"  # for GPU : from GPU : turn
do for [g=0:3] {
  eval say("left", narrow ? -1.75 : -2.65, 3.5 - g, narrow ? sprintf("GPU %d", g) : sprintf("memory of GPU %d", g), faint)
}
do for [turn=1:9] { eval say("center", turn - 0.5, -0.35, sprintf("%d", turn), faint) }
eval small("center", 4.5, -1.05, narrow ? "turns of one copy" : "turns, each the time of one copy", faint)
do for [run in runs] {
  to = int(run[1:1]); from = int(run[3:3]); turn = int(run[5:5])
  shade = to == 0 ? series_1 : to == 1 ? series_2 : to == 2 ? series_3 : series_4
  eval pale(turn - 0.96, 3.12 - from, turn - 0.04, 3.88 - from, shade) . say("center", turn - 0.5, 3.5 - from, sprintf("%d", to), ink)
}
plot NaN
