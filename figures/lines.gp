# Draws the times of the variants `shown`, each from the table `table(variant)`, with quartiles, and
# names the lines at their right ends, there moved apart where they would overlap.

count = words(shown)
array height[count]
do for [i=1:count] {
  v = word(shown, i)
  widest = at_end = 0
  stats table(v) \
    using (of(v, "n") >= widest ? (widest = column("n"), at_end = column("ms")) : at_end) nooutput
  height[i] = log10(at_end / lowest) / log10(highest / lowest)
}
array place[count]
do for [i=1:count] { place[i] = height[i] }
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
do for [i=1:count] {
  v = number(word(shown, i))
  set label i names[v] at graph 1.07, graph place[i] tc rgb colours[v]
  set arrow i from graph 1.02, graph height[i] to graph 1.06, graph place[i] nohead lc rgb colours[v]
}

plot for [v in shown] table(v) \
  using (of(v, "n")):(of(v, "ms")):(of(v, "lower_quartile")):(of(v, "upper_quartile")) \
  with yerrorlines ls number(v)
