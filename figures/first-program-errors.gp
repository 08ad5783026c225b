# When each of the two questions after a launch is asked, and what it can know by then.
load "time-lines.gp"
eval time_lines(2, 6)
eval time_line(1, "host", 6) . time_line(0, "device", 6)
eval event_of(0.75, 1, "launch", "series_1", 0.5) . event_of(2, 1, narrow ? "1st?" : "1st question", "series_4", 0.65)
eval event_of(4.45, 1, narrow ? "2nd: waits" : "2nd question: waits", "series_4", 1.4)
eval event_of(3.8, 0, "kernel runs", "series_2", 1.5)
eval passes(0.75, 1, 2.4, 0) . passes(5.2, 0, 5.75, 1)
plot NaN
