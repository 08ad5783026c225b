# Looking back of six tiles, of which tile 3 is read late.
load "boxes.gp"
looks_back = 1
load "six-tiles.gp"
