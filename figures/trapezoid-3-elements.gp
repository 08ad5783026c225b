# What the library takes for an element: a point, or a run of points. Fourteen points, runs of four.
load "boxes.gp"
eval canvas(narrow ? 230 : 200, -0.1, 14.1, -0.2, 7)
do for [p=0:13] {
  eval pale(p + 0.08, 4.3, p + 0.92, 5.3, series_1) . small("center", p + 0.5, 4.8, sprintf("%d", p + 1), ink)
  eval small("center", p + 0.5, 1.5, sprintf("%d", p + 1), ink)
  if (p >= 12) { eval pale(p + 0.08, 1, p + 0.92, 2, series_2) }
}
do for [r=0:2] { eval pale(4 * r + 0.08, 1, 4 * r + 3.92, 2, series_2) . small("center", 4 * r + 2, 0.4, sprintf("element %d", r), series_2) }
eval small("center", 12.5, 0.4, "3", series_2) . small("center", 13.5, 0.4, "4", series_2)
do for [p=0:13] { eval small("center", p + 0.5, 3.7, sprintf("%d", p), series_1) }
eval say("left", 0, 6.2, narrow ? "an element is a point" : "one point per element: 14 elements", series_1)
eval say("left", 0, 2.7, narrow ? "an element is a run" : "one run of four points per element: 3 elements, and 2 points are left over", series_2)
plot NaN
