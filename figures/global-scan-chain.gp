# A chain of six tiles, of which tile 3 is read late.
load "boxes.gp"
looks_back = 0
load "six-tiles.gp"
