# Reduce, then scan, with three tiles of four elements.
load "boxes.gp"
scans_first = 0
load "launches-of-tiles.gp"
