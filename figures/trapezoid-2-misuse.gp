# The first step of a sum by shuffles, at distance 16, in a warp of which only the first lanes come.
load "boxes.gp"
eval canvas(narrow ? 370 : 350, -0.8, 31.8, -0.3, 16.2)
there(l, y, come) = sprintf(l < come ? "set object rectangle from %g,%g to %g,%g fc rgb series_1 fs solid 0.25 border lc rgb series_1 lw 1; " : "set object rectangle from %g,%g to %g,%g fs empty border lc rgb faint lw 1 dt (2,3); ", l - 0.42, y - 0.45, l + 0.42, y + 0.45)
do for [panel=0:1] {
  come = panel ? 8 : 20
  top = panel ? 5.2 : 13.6
  bottom = top - 4.2
  eval say("left", -0.5, top + 1.5, panel ? "a warp of 8 lanes" : "20 of 32 lanes come to the shuffle", ink)
  do for [l=0:31] {
    eval there(l, top, come) . (l < come ? there(l, bottom, come) : "")
    if (l < come && l + 16 <= 31) {
      if (l + 16 < come) {
        set arrow from l + 16, top - 0.5 to l, bottom + 0.5 nohead lc rgb series_1 lw 1.2
      } else {
        set arrow from l + 16, top - 0.5 to l, bottom + 0.5 nohead lc rgb series_2 lw 1.2 dt (4,3)
      }
    }
    if (l < come && l + 16 > 31) { set arrow from l, top - 0.5 to l, bottom + 0.5 nohead lc rgb faint lw 1.2 }
  }
  last = panel ? 7 : 15
  undefined_from = panel ? 0 : 4
  set arrow from undefined_from - 0.4, bottom - 0.8 to last + 0.4, bottom - 0.8 nohead lc rgb series_2 lw 2
  eval small("center", (undefined_from + last) / 2.0, bottom - 1.4, "undefined", series_2)
  if (!panel) { eval small("center", 1.5, bottom - 1.4, "right", series_1) . small("center", 17.6, bottom - 1.4, "their own", faint) }
}
plot NaN
