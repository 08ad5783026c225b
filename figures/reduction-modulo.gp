# One block reduces 16 elements: who adds what to whom, and which lanes have work.
kernel = 0
load "block-tree.gp"
