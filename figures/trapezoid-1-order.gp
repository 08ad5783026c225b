# data: trapezoid-1-order trapezoid-1-published-order
eval picture(380)

# Element t + 1 is the sum after turn t, and the thread that came in that turn.
array ours[10]
array theirs[10]
array our_threads[10]
array their_threads[10]
turn = 'int(column("turn"))'
stats trapezoid_1_order using (our_threads[@turn + 1] = column("thread"), \
  ours[@turn] = column("sum") - column("adds"), ours[@turn + 1] = column("sum")) nooutput
stats trapezoid_1_published_order using (their_threads[@turn + 1] = column("thread"), \
  theirs[@turn] = column("sum") - column("adds"), theirs[@turn + 1] = column("sum")) nooutput
unset datafile columnheaders
# So that the last step is as wide as the others.
ours[10] = ours[9]
theirs[10] = theirs[9]

set xrange [-0.5:8.5]
set xtics 1, 1, 8 scale 0 offset 0,0.2
set xtics add ("start" 0)
set xlabel "turn" offset 0,0.5
set yrange [0:80]
set ytics 10
set ylabel "sum" offset 1,0
set lmargin 7
set rmargin 2
set key top left Left reverse samplen 2.5 spacing 1.3
set label "The number on a step is the\nthread whose turn it was." at 8.5, 10 right tc rgb faint

set style line 101 lw 2.2 lc rgb series_1
set style line 102 lw 2.2 lc rgb series_2 dt (6,3)
# The thread stands above the higher step of a turn, below the lower one.
beside(i, mine, others) = i == 1 || i == 10 ? NaN : mine + (mine > others ? 3 : -3)
plot ours using ($1 - 1.5):(ours[$1]) with steps ls 101 title "our run", \
  theirs using ($1 - 1.5):(theirs[$1]) with steps ls 102 title "the textbook’s", \
  ours using ($1 - 1):(beside($1, ours[$1] + 0.1, theirs[$1])):(sprintf("%d", our_threads[$1])) \
    with labels tc rgb series_1 notitle, \
  ours using ($1 - 1):(beside($1, theirs[$1], ours[$1])):(sprintf("%d", their_threads[$1])) \
    with labels tc rgb series_2 notitle
