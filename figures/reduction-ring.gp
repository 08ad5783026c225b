# A ring of two stages over time: when the copy of a piece fills a stage, when the threads read it, and the phases of its
# mbarrier, each with its parity.
eval picture(narrow ? 250 : 235)
unset datafile columnheaders
set margins at screen (narrow ? 0.19 : 0.14), screen (narrow ? 0.99 : 0.98), at screen 0.02, screen 0.98
unset border
unset tics
set xrange [0:12]
set yrange [-5.6:0.5]
soft = ",12"
reading = narrow ? "" : "read"

# Pieces come to the two stages in turn: stage, piece, and when the copy begins, ends, and has been read.
array starts[6] = [0, 0, 4, 6, 8, 10]
array ends[6] = [3, 5, 7, 9, 11, 12]
array read[6] = [4, 6, 8, 10, 12, 12]
count = 0
do for [p=0:5] {
  stage = p % 2
  y = -2.2 * stage
  set object 10 + p rectangle from starts[p+1], y - 0.45 to ends[p+1], y + 0.45 fc rgb line fs solid noborder
  set label 10 + p sprintf(narrow ? "%d" : "piece %d", p) at (starts[p+1] + ends[p+1]) / 2., y center font soft
  if (p < 5) {
    set object 20 + p rectangle from ends[p+1], y - 0.45 to read[p+1], y + 0.45 fc rgb series_1 fs solid noborder
    set label 20 + p reading at (ends[p+1] + read[p+1]) / 2., y center front tc rgb paper font soft
    set object 30 + p rectangle from ends[p+1], -4.95 to read[p+1], -4.05 fc rgb series_1 fs solid noborder
    set label 30 + p sprintf("%d", p) at (ends[p+1] + read[p+1]) / 2., -4.5 center front tc rgb paper font soft
  }
  # A phase lasts from the end of one copy to the end of the next.
  before = p < 2 ? 0 : ends[p-1]
  set arrow 10 + p from before + 0.06, y - 0.85 to ends[p+1] - 0.06, y - 0.85 heads size screen 0.008, 20 lc rgb series_2 lw 1.2
  set label 40 + p sprintf(narrow ? "%d" : "parity %d", p / 2 % 2) at (before + ends[p+1]) / 2., y - 1.15 center tc rgb series_2 font soft
}
do for [s=0:1] { set label 50 + s sprintf("stage %d", s) at -0.2, -2.2 * s right }
set label 52 "threads" at -0.2, -4.5 right
set arrow 60 from 0, -5.4 to 12, -5.4 size screen 0.012, 20 lc rgb faint lw 1
set label 60 "time" at 12, -5.15 right tc rgb faint font soft
plot NaN
