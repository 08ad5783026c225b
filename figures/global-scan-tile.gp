# A tile of two warps of four lanes: a part of two rows for each, and vectors of two values.
load "boxes.gp"
short = narrow ? 1.7 : 4  # a row of warp 1
eval canvas(185, narrow ? -2.4 : -2.7, 8.15 + 2 * short, -4.3, 1.9)
array vectors[8] = ["3 1", "4 1", "5 9", "2 6", "5 3", "5 8", "9 7", "9 3"]
eval small("right", -0.2, 1.3, "parts", faint) . small("right", -0.2, 0, "tile", faint) . small("right", -0.2, -0.95, "lanes", faint)
do for [w=0:1] {
  colour = w ? series_2 : series_1
  wide = w ? short : 4
  eval span(8 * w + 0.08, 0.75, 8 * w + 2 * wide - 0.08, colour) . small("center", 8 * w + wide, 1.3, sprintf("warp %d", w), colour)
  do for [r=0:1] {
    x = 8 * w + wide * r
    eval (w || r ? box(x + 0.05, -0.45, x + wide - 0.05, 0.45, colour) : pale(x + 0.05, -0.45, x + wide - 0.05, 0.45, colour))
    eval small("center", x + (w ? wide / 2. : 3), w ? -0.95 : -1.75, sprintf("row %d", r), colour)
    do for [l=0:3] {
      if (!w) { eval small("center", x + l + 0.5, 0, vectors[4 * r + l + 1], ink) . small("center", x + l + 0.5, -0.95, sprintf("%d", l), faint) }
    }
  }
}
# What lane 1 of warp 0 keeps.
do for [r=0:1] {
  x = 4 * r + 1.5
  eval link(x, -1.35, x, -3.1, series_1) . pale(x - 0.8, -4, x + 0.8, -3.15, series_1) . small("center", x, -3.58, vectors[4 * r + 2], ink)
}
eval small("left", narrow ? 6.6 : 7, -3.58, narrow ? "in registers of lane 1" : "in the registers of lane 1 of warp 0", series_1)
plot NaN
