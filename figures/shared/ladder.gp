# How fast each step is, relative to the first, as bars whose length is the logarithm; in each, how much it is
# faster than the one above. `steps`, their number; `ms`, `titles`, `shades`, arrays; `below`, what the axis says.
eval picture(76 + 38 * steps)
unset datafile columnheaders
unset border
unset tics
set margins at screen 0.01, screen 0.99, at screen 0.03, screen 0.98
length_of(i) = log10(ms[1] / ms[i])
longest = shortest = 0
widest = 0
do for [i=1:steps] {
  longest = length_of(i) > longest ? length_of(i) : longest
  shortest = length_of(i) < shortest ? length_of(i) : shortest
  widest = strlen(titles[i]) > widest ? strlen(titles[i]) : widest
}
# A letter takes about 7.2 of the canvas's units; 46 are for the factor at the end of a bar.
letters = 7.3 * widest + 14
scale = (longest - shortest) / ((narrow ? 370. : 550.) - letters - 106)
set xrange [shortest - letters * scale:longest + 106 * scale]
set yrange [0.4 - steps - 1.5:0.6]
set label 400 below at graph 1, first -steps - 0.75 right tc rgb faint
do for [i=1:steps] {
  set object i rectangle from 0, 0.68 - i to (i == 1 ? 0.02 * longest : length_of(i)), 1.32 - i front fc rgb shades[i] fs solid noborder
  set label i titles[i] at first shortest - 10 * scale, 1 - i right tc rgb shades[i]
  set label 100 + i sprintf(ms[1] / ms[i] < 1.995 ? "%.2f" : ms[1] / ms[i] < 9.95 ? "%.1f" : "%.0f", ms[1] / ms[i]) \
    at first (length_of(i) > 0 ? length_of(i) : 0) + 8 * scale, 1 - i left
  set label 200 + i sprintf(ms[i] < 0.995 ? "%.2f ms" : "%.1f ms", ms[i]) at graph 1, first 1 - i right tc rgb faint font ",12"
  if (i > 1 && length_of(i) > 62 * scale) {
    set label 300 + i sprintf(ms[i - 1] / ms[i] < 9.95 ? "× %.2f" : "× %.0f", ms[i - 1] / ms[i]) \
      at first length_of(i) - 8 * scale, 1 - i right front tc rgb paper font ",12"
  }
}
do for [n in "1 1.25 1.5 1.75 2 5 10 20 50 100 200"] {
  if (log10(n) >= shortest && log10(n) <= longest && (strlen(n) < 3 || n > 2 || longest < 0.6)) {
    set arrow from log10(n), 0.5 to log10(n), 0.5 - steps nohead lc rgb line lw 0.8 back
    set label n at first log10(n), 0.2 - steps center tc rgb faint font ",12"
  }
}
set arrow 900 from 0, 0.5 to 0, 0.5 - steps nohead lc rgb faint lw 1
plot NaN notitle
