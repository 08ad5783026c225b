# An array's vectors of 16 bytes in memory and a stage of the ring, in lines of 128 bytes: both begin three vectors past
# a multiple of 128, or only one of them does.
load "boxes.gp"
eval canvas(narrow ? 260 : 240, narrow ? -5.6 : -4.2, 24.9, -8.8, 1.4)
do for [p=0:1] {
  top = -4.6 * p
  eval small("left", 0, top + 0.95, p ? "not equally far: slower" : "equally far past a multiple of 128", p ? series_2 : ink)
  do for [r=0:1] {
    y = top - 1.7 * r - 0.2
    from = r && p ? 0 : 3
    eval small("right", -0.3, y, r ? (narrow ? "shared" : "shared mem.") : "global", faint)
    do for [v=0:23] {
      filled = v >= from && v < from + 16
      eval (filled ? pale(v + 0.08, y - 0.4, v + 0.92, y + 0.4, p ? series_2 : series_1) : box(v + 0.08, y - 0.4, v + 0.92, y + 0.4, line))
    }
    do for [k=0:3] { set arrow from 8 * k, y - 0.6 to 8 * k, y + 0.6 nohead lc rgb ink lw 1.8 front }
  }
  eval link(3.5, top - 0.7, p ? 0.5 : 3.5, top - 1.4, ink) . link(18.5, top - 0.7, p ? 15.5 : 18.5, top - 1.4, ink)
}
do for [k=0:3] { eval small("center", 8 * k, -7.5, sprintf("%d", 128 * k), faint) }
eval small("right", -0.9, -7.5, "bytes", faint)
plot NaN
