# Who reads what, and writes what, for four GPUs: one-shot beside two-shot.
load "boxes.gp"
eval canvas(narrow ? 330 : 320, -1.1, 10.6, -6.3, 1.3)
array left[2] = [0, 5.7]
do for [way=0:1] {
  x = left[way + 1]
  eval say("center", x + 2.2, 0.95, way ? "two-shot" : "one-shot", ink)
  do for [gpu=0:3] {
    y = -0.75 * gpu
    if (way == 0) { eval small("right", x - 0.12, y, sprintf(narrow ? "x%d" : "GPU %d", gpu), faint) }
    do for [part=0:3] {
      used = way == 0 || part == 0
      eval (used ? pale(x + 1.1 * part, y - 0.27, x + 1.1 * part + 1.0, y + 0.27, series_1) : box(x + 1.1 * part, y - 0.27, x + 1.1 * part + 1.0, y + 0.27, line))
    }
  }
  do for [gpu=0:3] {
    y = -3.75 - 0.75 * gpu
    if (way == 0) { eval small("right", x - 0.12, y, sprintf(narrow ? "y%d" : "GPU %d", gpu), faint) }
    do for [part=0:3] {
      used = way == 0 ? gpu == 0 : part == 0
      eval (used ? pale(x + 1.1 * part, y - 0.27, x + 1.1 * part + 1.0, y + 0.27, series_4) : box(x + 1.1 * part, y - 0.27, x + 1.1 * part + 1.0, y + 0.27, line))
    }
  }
  do for [part=0:(way ? 0 : 3)] {
    eval link(x + 1.1 * part + 0.5, -2.6, x + 1.1 * part + 0.5, -3.4, series_1)
  }
  eval small("left", x + (way ? 1.25 : 4.5), -3.0, way ? "GPU 0 adds" : "", faint)
}
plot NaN
