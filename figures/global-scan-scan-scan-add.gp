# Scan, scan, add, with three tiles of four elements.
load "boxes.gp"
scans_first = 1
load "launches-of-tiles.gp"
