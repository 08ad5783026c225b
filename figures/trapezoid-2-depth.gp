# Eight numbers added one after the other, and in a tree: a row of numbers for each step.
load "boxes.gp"
eval canvas(narrow ? 390 : 370, narrow ? -0.6 : -0.5, narrow ? 16.6 : 18, -7.6, 1.4)
array given[8] = [3, 1, 4, 1, 5, 9, 2, 6]
array sums[8]
do for [i=1:8] { sums[i] = given[i] }
tree_x = narrow ? 8.7 : 9.8
adds(x, y, to_x, to_y, colour) = sprintf("set arrow from %g,%g to %g,%g nohead lc rgb 0x%06x lw 1.4 back; ", x, y, to_x, to_y, colour)
eval say("left", -0.4, 1.05, narrow ? "a chain: 7 steps" : "one after the other: 7 steps", series_6) . say("left", tree_x - 0.4, 1.05, narrow ? "a tree: 3 steps" : "in a tree: 3 steps", series_3)

# Numbers, in the order in which they come: 16 given ones, then those of the chain, then those of the tree.
array across[30]
array down[30]
array value[30]
numbers = 0
number_at(x, y, what) = (numbers = numbers + 1, across[numbers] = x, down[numbers] = y, value[numbers] = what)
do for [i=0:7] { dummy = number_at(i, 0, given[i + 1]) + number_at(tree_x + i, 0, given[i + 1]) }
# The chain: in step s the number s joins what has been added up.
total = given[1]
do for [s=1:7] {
  total = total + given[s + 1]
  eval adds(s - 1, 1 - s, s, -s, series_6) . adds(s, 0, s, -s, series_6)
  dummy = number_at(s, -s, total)
}
# The tree: numbers that are four, two and one apart.
do for [s=1:3] {
  apart = 8 / 2 ** s
  do for [i=0:apart - 1] {
    sums[i + 1] = sums[i + 1] + sums[i + 1 + apart]
    eval adds(tree_x + i, 1 - s, tree_x + i, -s, series_3) . adds(tree_x + i + apart, 1 - s, tree_x + i, -s, series_3)
    dummy = number_at(tree_x + i, -s, sums[i + 1])
  }
}
circle = narrow ? 2 : 2.5
plot across using (across[$1]):(down[$1]) with points pt 7 ps circle lc rgb paper, \
  across using (across[$1]):(down[$1]) with points pt 6 ps circle lw 1.4 lc rgb faint, \
  across using (across[$1]):(down[$1]):(sprintf("%d", value[$1])) with labels font (narrow ? ",12" : ",14")
