# Four blocks of a launch, one of them enlarged: each thread has an i of its own, and the debugger looks at one thread.
load "boxes.gp"
eval canvas(narrow ? 250 : 220, -0.1, 14.8, -1.6, 6.6)
do for [b=0:3] {
  colour = b == 2 ? series_1 : faint
  eval (b == 2 ? pale(3.68 * b, 5, 3.68 * b + 3.52, 6.2, colour) : box(3.68 * b, 5, 3.68 * b + 3.52, 6.2, colour)) . say("center", 3.68 * b + 1.76, 5.6, sprintf("block %d", b), colour)
}
set arrow from 7.36, 5 to 2.2, 3.75 nohead lc rgb series_1 lw 1 dt (3,3)
set arrow from 10.88, 5 to 14.6, 3.75 nohead lc rgb series_1 lw 1 dt (3,3)
eval say("left", 0, 2.9, "thread", faint) . say("left", 0, 1.4, "its i", faint)
x(k) = 3 + 1.8 * k
thread(k) = k == 0 ? 0 : k == 1 ? -1 : k == 2 ? 4 : k == 3 ? 5 : k == 4 ? 6 : k == 5 ? -1 : 255
do for [k=0:6] {
  t = thread(k)
  if (t < 0) { eval say("center", x(k), 2.1, "…", faint) } else {
    colour = t == 5 ? series_2 : series_1
    eval (t == 5 ? pale(x(k) - 0.8, 0.7, x(k) + 0.8, 3.6, colour) : box(x(k) - 0.8, 0.7, x(k) + 0.8, 3.6, colour))
    eval say("center", x(k), 2.9, sprintf("%d", t), colour) . say("center", x(k), 1.4, sprintf("%d", 2 * 256 + t), ink)
  }
}
eval link(x(3), -0.7, x(3), 0.55, series_2) . say("center", x(3), -1.15, narrow ? "the debugger" : "where the debugger looks", series_2)
plot NaN
