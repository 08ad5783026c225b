# What a copy to the device does with pageable memory of the host, piece by piece, and with pinned memory.
load "boxes.gp"
eval canvas(235, 0, narrow ? 10 : 14, 0, 8.4)
wide = narrow ? 2.7 : 3.4
left_of(k) = (narrow ? 0.05 : 0.1) + k * (narrow ? 3.6 : 5.05)
middle(k) = left_of(k) + wide / 2
bus = (left_of(1) + wide + left_of(2)) / 2
pieces = 4
# Memory in column k from y on: a row of pieces, and above it what it is.
piece(k, y, number, colour) = pale(left_of(k) + number * wide / pieces, y, left_of(k) + (number + 1) * wide / pieces, y + 1, colour)
part(k, y, kind, made_by) = say("center", middle(k), y + 2.2, kind, ink) . small("center", middle(k), y + 1.45, made_by, ink)
set arrow from bus, 0.1 to bus, 7.3 nohead lc rgb faint lw 1.2 dt (2,3)
eval say("left", left_of(0), 7.9, "the host's memory", faint) . say("center", bus, 7.9, "bus", faint)
eval part(0, 4.1, "pageable", "malloc") . part(1, 4.1, "pinned", "the runtime's")
eval part(0, 0.4, "pinned", "cudaMallocHost") . pale(left_of(2), 0.4, left_of(2) + wide, 5.1, series_1)
do for [number=0:pieces - 1] { eval piece(0, 4.1, number, series_2) . piece(0, 0.4, number, series_3) }
eval piece(1, 4.1, 1.5, series_3)
eval say("center", middle(2), 3.1, "the device's", ink) . say("center", middle(2), 2.3, "memory", ink)
eval link(left_of(0) + wide + 0.05, 4.6, left_of(1) + 1.5 * wide / pieces - 0.05, 4.6, ink)
eval link(left_of(1) + 2.5 * wide / pieces + 0.05, 4.6, left_of(2) - 0.05, 4.6, ink)
eval link(left_of(0) + wide + 0.05, 0.9, left_of(2) - 0.05, 0.9, ink)
eval say("center", (left_of(0) + wide + left_of(1) + 1.5 * wide / pieces) / 2, 5.1, "CPU", faint)
plot NaN
