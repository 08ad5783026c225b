# Blocks that wait for the block before, on a GPU with room for four: begun from the first, and from the last.
load "boxes.gp"
eval canvas(narrow ? 270 : 255, -0.1, 12.3, -6.3, 1.2)
do for [k=0:1] {
  y = -3.7 * k
  eval say("left", 0, y + 0.85, k ? "The last four run first: none can end." : "The first four run first: block 0 ends, then block 1 …", k ? series_2 : series_1)
  do for [b=0:7] {
    x = 1.55 * b
    runs = k ? b > 3 : b < 4
    eval (runs ? pale(x, y - 0.5, x + 1.1, y + 0.4, k ? series_2 : series_1) : dotted(x, y - 0.5, x + 1.1, y + 0.4, faint))
    eval say("center", x + 0.55, y - 0.05, sprintf("%d", b), runs ? ink : faint)
    if (b > 0 && runs) { eval link(x - 0.03, y - 0.05, x - 0.43, y - 0.05, k && b == 4 ? series_2 : faint) }
  }
  eval small("center", k ? 8.7 : 2.9, y - 1.05, "has room", k ? series_2 : series_1)
  eval small("center", k ? 2.9 : 8.7, y - 1.05, k && !narrow ? "waits for room, and never gets it" : "waits for room", faint)
}
eval small("left", 0, -5.9, narrow ? "An arrow leads to the block that is waited for." : "An arrow leads from a block to the one that it waits for.", faint)
plot NaN
