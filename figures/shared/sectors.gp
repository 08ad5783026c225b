# Adds a picture of what one request touches, drawn from the trace of a launch with one load from global
# memory: a row for each line of 128 bytes, its four sectors, and in them the accesses with their lanes.
# `trace`; `bytes`, of an access; `title`; `top`, the row where it begins, which moves on behind it.

array place[32]
array owner[32]
count = 0
is_load = 'strstrt(strcol("op"), "ld") == 1 && strstrt(strcol("op"), ".global") > 0'
set datafile columnheaders
stats trace using (@is_load ? (count = count + 1, place[count] = int(column("address")), \
  owner[count] = int(column("lane"))) : 0) nooutput
unset datafile columnheaders
first_line = place[1] / 128
do for [i=2:count] { first_line = place[i] / 128 < first_line ? place[i] / 128 : first_line }
do for [i=1:count] { place[i] = place[i] - 128 * first_line }

if (strlen(title) > 0) {
  set label title at 0, -top - 0.55 left front
  top = top + 1
}
do for [l=0:15] {
  touched = 0
  do for [i=1:count] { touched = touched || place[i] / 128 == l }
  if (touched) {
    set label sprintf("0x%03x", l * 128) at -2.5, -top - 0.5 right tc rgb faint
    do for [s=0:3] {
      fetched = 0
      do for [i=1:count] { fetched = fetched || place[i] / 32 == 4 * l + s }
      set object rectangle from 32 * s, -top - 0.06 to 32 * s + 32, -top - 0.94 back \
        fc rgb series_1 fs transparent solid (fetched ? 0.18 : 0) border lc rgb faint
    }
    do for [i=1:count] {
      if (place[i] / 128 == l) {
        from = place[i] % 128
        set object rectangle from from + 0.15, -top - 0.22 to from + bytes - 0.15, -top - 0.78 front \
          fc rgb series_1 fs solid noborder
        set label sprintf("%d", owner[i]) at from + bytes / 2., -top - 0.5 center front tc rgb paper font (narrow ? ",13.5" : ",11")
      }
    }
    top = top + 1
  }
}
