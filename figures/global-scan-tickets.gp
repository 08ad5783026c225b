# Blocks that begin with the last, on a GPU with room for four: by their numbers all wait; by ticket they take the first
# tiles.
load "boxes.gp"
eval canvas(narrow ? 230 : 215, narrow ? -2.7 : -2.0, 8.2, -6.6, 1.2)
array nth[4] = ["first", "second", "third", "fourth"]
if (narrow) { nth[2] = "2nd"; nth[3] = "3rd"; nth[4] = "4th"; nth[1] = "1st" }
eval small("right", -0.2, 0, "block", faint) . small("right", -0.2, -1.6, "begins", faint) . small("right", -0.2, -3.2, "ticket", faint) . small("right", -0.2, -5.4, "tile", faint)
do for [b=0:7] {
  running = b > 3
  ticket = 7 - b
  x = 7.5 - b # in the order in which they begin
  eval (running ? shaded(x, 0, sprintf("%d", b), series_1) : cell(x, 0, sprintf("%d", b), line))
  eval small("center", x, -1.6, running ? nth[ticket + 1] : "later", running ? ink : faint)
  if (running) { eval say("center", x, -3.2, sprintf("%d", ticket), series_2) . link(x, -3.6, ticket + 0.5, -4.9, series_2) }
  eval (b < 4 ? shaded(b + 0.5, -5.4, sprintf("%d", b), series_1) : cell(b + 0.5, -5.4, sprintf("%d", b), line))
}
plot NaN
