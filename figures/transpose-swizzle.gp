# Where the elements of a tile of 8 times 8 lie among 8 banks: in each word, the number of the element's column.
eval picture(narrow ? 190 : 235)
unset datafile columnheaders
unset border
unset tics
unset xlabel
set margins at screen 0.01, screen 0.99, at screen 0.02, screen 0.98
apart = 9.4
set xrange [-0.6:3 * apart - 1.8]
set yrange [9.4:-2.2]
array titles[3] = ["dense", "padded", "swizzled"]
# The word of row r and column c of tile t.
word_of(t, r, c) = t == 1 ? 9 * r + c : 8 * r + (t == 2 ? c ^ r : c)
x_of(t, r, c) = t * apart + word_of(t, r, c) % 8
y_of(t, r, c) = word_of(t, r, c) / 8
tag = 0
do for [t=0:2] {
  set label 900 + t titles[t + 1] at t * apart + 3.5, -1.6 center
  tag = tag + 1
  set object tag rectangle from t * apart - 0.5, -0.5 to t * apart + 7.5, (t == 1 ? 8.5 : 7.5) fs empty border lc rgb faint lw 1.2
  do for [k=1:7] { tag = tag + 1; set arrow tag from t * apart + k - 0.5, -0.5 to t * apart + k - 0.5, (t == 1 ? 8.5 : 7.5) nohead lc rgb line lw 0.6 back }
  do for [k=0:7] {
    tag = tag + 1
    set object tag rectangle from x_of(t, 4, k) - 0.46, y_of(t, 4, k) - 0.46 to x_of(t, 4, k) + 0.46, y_of(t, 4, k) + 0.46 behind fc rgb line fs solid noborder
    tag = tag + 1
    set object tag rectangle from x_of(t, k, 2) - 0.46, y_of(t, k, 2) - 0.46 to x_of(t, k, 2) + 0.46, y_of(t, k, 2) + 0.46 behind fc rgb series_1 fs solid noborder
  }
}
t_of(i) = int(i) / 64
r_of(i) = int(i) % 64 / 8
c_of(i) = int(i) % 8
set samples 192
plot "+" using (c_of($0) == 2 ? NaN : x_of(t_of($0), r_of($0), c_of($0))):(y_of(t_of($0), r_of($0), c_of($0))):(sprintf("%d", c_of($0))) with labels tc rgb faint font ",12", \
  "+" using (c_of($0) == 2 ? x_of(t_of($0), r_of($0), c_of($0)) : NaN):(y_of(t_of($0), r_of($0), c_of($0))):(sprintf("%d", c_of($0))) with labels tc rgb paper font ",12"
