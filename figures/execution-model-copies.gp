# The three steps: copy in, launch, copy out.
load "boxes.gp"
eval canvas(narrow ? 250 : 230, 0, 20, 0, 10)
eval box(0.2, 0.3, 6.6, 9.7, faint) . small("center", 3.4, 9.1, narrow ? "host" : "host's memory", faint)
eval box(10.4, 0.3, 19.8, 9.7, faint) . small("center", 15.1, 9.1, narrow ? "device" : "device's memory", faint)
array names_of[3] = ["a", "b", "c"]
array tints[3] = [series_1, series_1, series_4]
do for [k=0:2] {
  y = 7.1 - 2.7 * k
  eval pale(0.8, y - 0.75, 6, y + 0.75, tints[k + 1]) . say("center", 3.4, y, names_of[k + 1], ink)
  eval pale(11, y - 0.75, 15.2, y + 0.75, tints[k + 1]) . say("center", 13.1, y, "device\\\\_" . names_of[k + 1], ink)
}
eval link(6.2, 7.1, 10.8, 7.1, series_1) . link(6.2, 4.4, 10.8, 4.4, series_1) . link(10.8, 1.7, 6.2, 1.7, series_4)
eval say("center", 8.5, 7.8, "1: copy", series_1) . say("center", 8.5, 2.4, "3: copy", series_4)
eval pale(16.2, 3.4, 19.6, 5.6, series_2) . (narrow ? small("center", 17.9, 4.5, "2: kernel", series_2) : say("center", 17.9, 4.5, "2: kernel", series_2))
eval link(15.4, 7, 17.2, 5.75, series_2) . link(15.4, 4.5, 16.1, 4.5, series_2) . link(17.2, 3.25, 15.4, 1.8, series_2)
plot NaN
