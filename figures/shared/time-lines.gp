# Threads as time lines from left to right. A script says `time_lines(LINES, STEPS)`, then lines, events and arrows.

time_lines(lines, steps) = sprintf("eval picture(%g); set xrange [-0.15:%g]; set yrange [-0.6:%g]; ", 92 * lines, steps + 0.1, lines - 0.2) \
  . "unset datafile columnheaders; unset border; unset tics; set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98"

# A line at height y, by what stands on it.
time_line(y, name, steps) = sprintf("set arrow from -0.1,%g to %g,%g filled lc rgb faint lw 1.2 back; ", y, steps + 0.05, y) \
  . sprintf("set label '%s' at first -0.1,%g left tc rgb faint; ", name, y + 0.42)

# What happens at time x on the line y; half as wide for what lies in memory.
event_of(x, y, words, colour, half) = sprintf("set object rectangle from %g,%g to %g,%g front lw 1.6 fc rgb paper fs solid border lc rgb %s; ", x - half, y - 0.24, x + half, y + 0.24, colour) \
  . sprintf('set label "%s" at first %g,%g center front tc rgb ink font ",%g"; ', words, x, y, narrow ? 12 : 14)
event(x, y, words, colour) = event_of(x, y, words, colour, 0.46)
held(x, y, words) = event_of(x, y, words, "series_4", 0.26)

# From one event to another, up or down.
passes(x, y, to_x, to_y) = sprintf("set arrow from %g,%g to %g,%g filled lc rgb series_1 lw 1.8 front; ", \
  x, y + (to_y > y ? 0.24 : -0.24), to_x, to_y + (to_y > y ? -0.24 : 0.24))
