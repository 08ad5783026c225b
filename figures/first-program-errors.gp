# When each of the two questions after a launch is asked, and what it can know by then.
load "time-lines.gp"
eval time_lines(2.2, 7)
eval time_line(1, "host", 7) . time_line(0, "device", 7)
eval event_of(0.75, 1, "launch", "series_1", 0.5) . event_of(2, 1, narrow ? "1st" : "1st question", "series_4", 0.65)
eval event_of(4.45, 1, narrow ? "2nd: waits" : "2nd question: waits", "series_4", 1.4)
eval event_of(6.35, 1, narrow ? "reads" : "reads c", "series_1", 0.4)
eval event_of(3.8, 0, "kernel runs", "series_2", 1.5)
eval passes(0.75, 1, 2.4, 0) . passes(5.2, 0, 5.75, 1)
set label "started?" at first 2, 1.46 center tc rgb series_4 font ",12"
set label "ended well?" at first 4.45, 1.46 center tc rgb series_4 font ",12"
plot NaN
