# Rows of a result with 11 elements each, in sectors of four, and where two neighbouring tiles part: at the same column
# of each row, or where a sector begins.
eval picture(narrow ? 330 : 330)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen (narrow ? 0.14 : 0.11), screen 0.99, at screen 0.02, screen 0.98
columns = 11
rows = 5
set xrange [-0.6:columns - 0.3]
set yrange [-13.2:1.2]
array titles[2] = ["cut at the same column: some sectors are written by both tiles", "cut where a sector begins: a ragged edge, and no sector is shared"]
if (narrow) { titles[1] = "cut at the same column"; titles[2] = "cut where a sector begins" }
# The first column of row r, from 6 on, that begins a sector.
cut(p, r) = p == 0 ? 6 : 6 + (4 - (columns * r + 6) % 4) % 4
tag = 0
do for [p=0:1] {
  y = -7.2 * p
  set label 900 + p titles[p + 1] at -0.5, y + 0.4 left
  do for [r=0:rows - 1] {
    set label 910 + 10 * p + r sprintf("row %d", r) at -0.7, y - r - 1 right tc rgb faint font ",12"
    do for [c=0:columns - 1] {
      tag = tag + 1
      sector = (columns * r + c) / 4
      begins = sector * 4 - columns * r
      ends = begins + 3
      both = begins < cut(p, r) && ends >= cut(p, r) && begins >= 0
      set object tag rectangle from c - 0.46, y - r - 1.4 to c + 0.46, y - r - 0.6 fc rgb (c < cut(p, r) ? series_1 : series_3) fs solid (both ? 1 : 0.4) noborder
      if ((columns * r + c) % 4 == 0) { tag = tag + 1; set arrow tag from c - 0.5, y - r - 1.5 to c - 0.5, y - r - 0.5 nohead lc rgb ink lw 1.6 front }
    }
  }
}
plot NaN
