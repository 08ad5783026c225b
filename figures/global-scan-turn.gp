# One turn of a block, for tile k, with totals that are posted two tiles ahead: before the barrier and after it.
load "boxes.gp"
eval canvas(narrow ? 330 : 270, -0.1, 12.1, -7.7, 1.2)
eval small("center", 2.6, 0.8, "before the barrier", faint) . small("center", 9.4, 0.8, narrow ? "after it" : "after the barrier", faint)
array before[3] = ["adds up tile k + 2", "scans tile k", "hears the answers"]
array what[3] = ["early totals", narrow ? "of the parts" : "totals of the parts", narrow ? "of the window" : "totals of the window"]
array shade[3] = [series_1, series_2, series_4]
set object 900 rectangle from 5.9, 0.4 to 6.1, -7.4 fc rgb faint fs solid noborder back
do for [i=0:2] {
  y = -2.45 * i - 0.5
  eval pale(0, y - 0.6, 5.2, y + 0.6, shade[i + 1]) . small("center", 2.6, y, before[i + 1], ink)
  eval dotted(1, y - 1.75, 4.8, y - 0.85, shade[i + 1]) . small("center", 2.9, y - 1.3, what[i + 1], shade[i + 1])
  eval link(0.5, y - 0.6, 0.95, y - 1.3, shade[i + 1])
}
eval pale(6.8, -1.1, 12, 0.1, series_1) . small("center", 9.4, -0.5, narrow ? "posts total k + 2" : "posts the total of tile k + 2", ink) . link(4.85, -1.8, 6.75, -0.7, series_1)
eval pale(6.8, -6, 12, -4.8, series_4) . small("center", 9.4, -5.4, "finds the prefix", ink) . link(4.85, -6.7, 6.75, -5.6, series_4)
eval pale(6.8, -3.55, 12, -2.35, series_2) . small("center", 9.4, -2.95, "finishes, sends tile k", ink) . link(4.85, -4.25, 6.75, -3.1, series_2)
eval link(9.4, -4.75, 9.4, -3.6, series_4)
eval pale(6.8, -7.5, 12, -6.4, series_5) . small("center", 9.4, -6.95, narrow ? "asks for k + 1" : "asks for the next window", ink)
plot NaN
