# Four GPUs in a ring: how many arrays have been added in each part, after each step.
load "boxes.gp"
eval canvas(narrow ? 330 : 300, narrow ? -0.9 : -1.35, 7 * 1.35 - 0.15, -4.35, 1.0)
array sums[16]
do for [i=1:16] { sums[i] = 1 }
cell_of(gpu, part) = 4 * gpu + part + 1
colour_of(sum) = sum == 4 ? series_4 : series_1
do for [gpu=0:3] { eval small("right", -0.12, -gpu - 0.25, sprintf(narrow ? "%d" : "GPU %d", gpu), faint) }
array next[16]
do for [step=0:6] {
  left = step * 1.35
  eval small("center", left + 0.56, 0.55, step == 0 ? "start" : narrow ? sprintf("%d", step) : sprintf("step %d", step), faint)
  do for [i=1:16] { next[i] = sums[i] }
  if (step > 0) {
    do for [gpu=0:3] {
      part = (gpu - step + 8) % 4
      got = sums[cell_of((gpu + 3) % 4, part)]
      next[cell_of(gpu, part)] = step < 4 ? got + 1 : got
    }
  }
  do for [gpu=0:3] {
    do for [part=0:3] {
      is_new = step > 0 && part == (gpu - step + 8) % 4
      sum = next[cell_of(gpu, part)]
      x = left + 0.28 * part
      y = -gpu
      eval (sum == 4 ? pale(x, y - 0.55, x + 0.26, y + 0.05, series_4) : is_new ? pale(x, y - 0.55, x + 0.26, y + 0.05, series_1) : box(x, y - 0.55, x + 0.26, y + 0.05, line))
      eval small("center", x + 0.13, y - 0.25, sprintf("%d", sum), is_new ? ink : faint)
    }
  }
  do for [i=1:16] { sums[i] = next[i] }
}
plot NaN
