# Draws a line for each variant in `shown`, from x_of, y_of, low_of and high_of in its table(variant),
# and names it at its right end; the names move apart where they would overlap. Narrow, the names stand in
# two columns below, from the highest line to the lowest.

# The vertical axis grows by whole powers of ten where a machine's figures lie beyond it.
set yrange [*:*]
do for [v in shown] {
  stats table(v) using (low_of(v)) name "bottom" nooutput
  stats table(v) using (high_of(v)) name "top" nooutput
  lowest = bottom_min > 0 && bottom_min < lowest ? 10.0 ** floor(log10(bottom_min)) : lowest
  highest = top_max > highest ? 10.0 ** ceil(log10(top_max)) : highest
}
set yrange [lowest:highest]

count = words(shown)
array height[count]
array place[count]
do for [i=1:count] {
  v = word(shown, i)
  widest = at_end = 0
  stats table(v) using (x_of(v) >= widest ? (widest = x_of(v), at_end = y_of(v)) : at_end) nooutput
  height[i] = log10(at_end / lowest) / log10(highest / lowest)
  place[i] = height[i]
}
do for [round=1:100] {
  do for [i=1:count] {
    do for [j=i+1:count] {
      overlap = least_gap - abs(place[i] - place[j])
      push = overlap <= 0 ? 0 : place[i] > place[j] ? overlap / 2 : -overlap / 2
      place[i] = place[i] + push
      place[j] = place[j] - push
    }
  }
}
longest = 0
do for [v in shown] { longest = strlen(names[number(v)]) > longest ? strlen(names[number(v)]) : longest }
columns_below = longest > 21 ? 1 : 2
rows_below = (count + columns_below - 1) / columns_below
if (narrow) {
  eval picture(picture_height + 6 + 23 * rows_below)
  set rmargin 2
  set bmargin at screen (64. + 23 * rows_below) / picture_height
  do for [i=1:count] {
    v = number(word(shown, i))
    rank = sum [j=1:count] (place[j] > place[i] || place[j] == place[i] && j < i)
    across = rank % columns_below ? 0.52 : 0.02
    down = (12. + 23 * (rows_below - 1 - rank / columns_below)) / picture_height
    set label i names[v] at screen across + 0.085, screen down left tc rgb colours[v]
    set label i + 100 "" at screen across + 0.035, screen down point ls v ps 1
    set arrow i from screen across, screen down rto screen 0.07, 0 nohead ls v
  }
} else {
  do for [i=1:count] {
    v = number(word(shown, i))
    set label i names[v] at graph 1.07, graph place[i] tc rgb colours[v]
    set arrow i from graph 1.02, graph height[i] to graph 1.06, graph place[i] nohead lc rgb colours[v]
  }
}

plot for [v in shown] table(v) using (x_of(v)):(low_of(v)):(0):(high_of(v) - low_of(v)) \
    with vectors nohead lw 1.8 lc rgb colours[number(v)], \
  for [v in shown] table(v) using (x_of(v)):(y_of(v)) with linespoints ls number(v)
